/** The paid session's meter, updated once a second. */
import type { PaidTimeState } from "@foldcast/folds/room-state"
import { useSite } from "../../../runtime/react.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { type MeterReading, meterReading } from "./cost-meter.ts"
import { useGatewaySecond } from "../../../runtime/use-gateway-second.ts"

export const useMeter = (paid: PaidTimeState): MeterReading =>
  meterReading(paid, useSite(selectBalance) ?? 0, useGatewaySecond())
