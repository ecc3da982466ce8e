/** The running call's figures, updated once a second. */
import { useGatewaySecond } from "../stream/room/use-gateway-second.ts"
import { type CallReading, callReading, type RunningCall } from "./call-cost.ts"

export const useCallReading = (call: RunningCall): CallReading =>
  callReading(call, useGatewaySecond())
