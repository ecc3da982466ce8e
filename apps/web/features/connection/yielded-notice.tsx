/**
 * Says that this tab does not stream because other tabs do, and how it gets its turn (ADR 0050). It loads on
 * demand, because few browsers ever show it.
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
  // A paying tab has priority, whatever the visitor presses.
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
