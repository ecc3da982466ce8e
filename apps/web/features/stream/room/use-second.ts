/** The gateway's time, once a second while something counts. */
import { useEffect, useState } from "react"
import { gatewayTime } from "../../../runtime/page-answers.ts"
import { useRuntime } from "../../../runtime/react.tsx"

const SECOND_MS = 1_000

export const useGatewaySecond = (): number => {
  const { pageAnswers } = useRuntime()
  const [at, setAt] = useState(() => gatewayTime(pageAnswers, Date.now()))
  // One interval for as long as it shows: begun anew at every line of a busy room, it would never come to its end.
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
