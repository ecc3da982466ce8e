/** The gateway's time, once a second while something counts. Caller: what shows a running clock. */
import { useEffect, useState } from "react"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"

const SECOND_MS = 1_000

export const useSecond = (): number => {
  const now = useGatewayNow()
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => {
      setAt(now())
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
    }
  })
  return at
}
