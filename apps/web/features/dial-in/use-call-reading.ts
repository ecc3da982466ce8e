/** The running call's figures. All that show them change in the same second of the call. */
import { useEffect, useState } from "react"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { type CallReading, callReading, type RunningCall } from "./call-cost.ts"

/** A fraction of a second: the seconds of two readers differ by no more. */
const LOOK_MS = 200

const secondOf = ({ at }: RunningCall, now: number) => at + 1_000 * Math.floor((now - at) / 1_000)

export const useCallReading = (call: RunningCall): CallReading => {
  const gatewayNow = useGatewayNow()
  const [second, setSecond] = useState(() => secondOf(call, gatewayNow()))
  useEffect(() => {
    const timer = setInterval(() => {
      setSecond(secondOf(call, gatewayNow()))
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
    }
  }, [call, gatewayNow])
  return callReading(call, second)
}
