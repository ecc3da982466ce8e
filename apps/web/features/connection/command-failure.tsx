/**
 * Shows why a command failed, next to the control that sent it. Without the site's cookie it shows the cookie
 * warning with its remedies.
 */
"use no memo"

import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { commandMessage } from "@foldcast/messages/error-messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useInSight } from "../site/use-in-sight.ts"
import { CookieWarning } from "./cookie-warning.tsx"

export function CommandFailure({ label }: { readonly label: string }) {
  const told = useInSight<HTMLDivElement>(label)
  return (
    <div ref={told}>
      {label === NO_COOKIE ? (
        <CookieWarning />
      ) : (
        <Banner tone="danger">{commandMessage(label)()}</Banner>
      )}
    </div>
  )
}
