/**
 * That this tab does not stream because others do, and how it comes to be its turn (ADR 0050). Few browsers ever
 * show it; it comes when it does.
 */
"use no memo"

import type { ReactNode } from "react"
import type { OthersTurn } from "@foldcast/client/stream-slots"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime } from "../../runtime/react.tsx"

export interface YieldedNoticeProps {
  readonly to: OthersTurn
  readonly dismiss: ReactNode
}

export function YieldedNotice({ to, dismiss }: YieldedNoticeProps) {
  const { reconnect } = useRuntime()
  // Whatever is pressed, who pays comes first.
  const isOutranked = to === "payingOthers"
  return (
    <Banner
      tone="warning"
      action={
        <>
          {!isOutranked && <Button onPress={reconnect}>{m.connection_continue_here()}</Button>}
          {dismiss}
        </>
      }
    >
      {isOutranked ? m.connection_yielded_to_paying() : m.connection_yielded()}
    </Banner>
  )
}
