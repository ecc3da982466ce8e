/** The gateway's time, updated once a second, for what counts up or down. */
import { useEffect, useState } from "react"
import { useGatewayNow } from "./use-gateway-now.ts"

const SECOND_MS = 1_000

export const useGatewaySecond = (): number => {
  const gatewayNow = useGatewayNow()
  const [at, setAt] = useState(gatewayNow)
  // One interval per mount: restarted at every render of a busy room, it would never fire.
  useEffect(() => {
    const timer = setInterval(() => {
      setAt(gatewayNow())
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
    }
  }, [gatewayNow])
  return at
}
