/** The gateway's time, updated once a second, for what counts up or down. */
import { useEffect, useState } from "react"
import { gatewayTime } from "../../../runtime/page-answers.ts"
import { useRuntime } from "../../../runtime/react.tsx"

const SECOND_MS = 1_000

export const useGatewaySecond = (): number => {
  const { pageAnswers } = useRuntime()
  const [at, setAt] = useState(() => gatewayTime(pageAnswers, Date.now()))
  // One interval per mount: restarted at every render of a busy room, it would never fire.
  useEffect(() => {
    const timer = setInterval(() => {
      setAt(gatewayTime(pageAnswers, Date.now()))
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
    }
  }, [pageAnswers])
  return at
}
