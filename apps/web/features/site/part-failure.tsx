/**
 * Shown in place of a part that failed repeatedly: what happened and a reload button. The rest of the page keeps
 * working.
 */
"use no memo"

import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"

export function PartFailure() {
  return (
    <div className="part-failure" role="alert">
      <p>{m.error_page_other()}</p>
      <Button
        onPress={() => {
          location.reload()
        }}
      >
        {m.connection_reload()}
      </Button>
    </div>
  )
}
