/** The meter of the paid session, at this second. */
import type { PaidTimeState } from "@foldcast/folds/room-state"
import { useSite } from "../../../runtime/react.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { type Meter, meterOf } from "./cost-meter.ts"
import { useSecond } from "../room/use-second.ts"

export const useMeter = (paid: PaidTimeState): Meter =>
  meterOf(paid, useSite(selectBalance) ?? 0, useSecond())
