/**
 * The error page redirects to the home page after three seconds; the visitor can stop the countdown (SHELL-28). It
 * does not start without script and stops when the visitor leaves the page.
 */
"use no memo"

import { useEffect, useEffectEvent, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { TIMINGS } from "../../runtime/timings.ts"
import { useGoHome } from "./use-go-home.ts"

const SECOND_MS = 1_000
const WHOLE = TIMINGS.errorPageRedirect / SECOND_MS

export function HomeCountdown() {
  const [seconds, setSeconds] = useState<number | null>(null)
  const [isStopped, setStopped] = useState(false)

  const goHome = useEffectEvent(useGoHome())
  useEffect(() => {
    if (isStopped) return
    let left = WHOLE
    const tick = () => {
      setSeconds(left)
      if (left === 0) goHome()
      left -= 1
    }
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => {
      clearInterval(timer)
    }
  }, [isStopped])

  if (seconds === null || isStopped) return null
  return (
    <p className="site-error__countdown">
      {/* Screen readers announce this once; the running seconds are visual only. */}
      <VisuallyHidden>
        <span role="status">{m.error_page_redirect({ seconds: WHOLE })}</span>
      </VisuallyHidden>
      <span aria-hidden="true">
        <TextRun>{m.error_page_redirect({ seconds })}</TextRun>
      </span>
      <Button
        variant="link"
        onPress={() => {
          setStopped(true)
        }}
      >
        {m.error_page_stay()}
      </Button>
    </p>
  )
}
