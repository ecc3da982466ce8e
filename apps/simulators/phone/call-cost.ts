/** What a call costs so far, in euro cents: nothing before it is connected. Pure. */
import type { CallRow } from "./call-rows.ts"

export const callCost = ({
  state,
  seconds,
  tariff_cents,
  start_cents,
}: Pick<CallRow, "state" | "seconds" | "tariff_cents" | "start_cents">): number =>
  state === "talking" || seconds > 0 ? Math.floor((seconds * tariff_cents) / 60) + start_cents : 0
