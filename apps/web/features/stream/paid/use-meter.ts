/** The meter of the paid session, at this second. */
import type { PaidTimeState } from "@foldcast/folds/room-state"
import { useSite } from "../../../runtime/react.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { type MeterReading, meterReading } from "./cost-meter.ts"
import { useGatewaySecond } from "../room/use-second.ts"

export const useMeter = (paid: PaidTimeState): MeterReading =>
  meterReading(paid, useSite(selectBalance) ?? 0, useGatewaySecond())
