/**
 * What a call costs so far: exact where the service has just said it, counted on from there by the tariff else. Pure.
 */
import type { Call } from "@foldcast/folds/site-state"

export type RunningCall = Extract<Call, { readonly _tag: "InCall" }>

export interface CallReading {
  readonly seconds: number
  /** Euro cents. */
  readonly cents: number
  /** Whether the service itself said so. */
  readonly isExact: boolean
}

const centsOf = (seconds: number, tariffCents: number) => Math.floor((seconds * tariffCents) / 60)

/** `now` is gateway milliseconds. */
export const callReading = (call: RunningCall, now: number): CallReading => {
  const since = Math.max(0, Math.floor((now - call.at) / 1_000))
  const seconds = call.seconds + since
  const { costs } = call
  if (costs === null || since === 0) return { seconds, cents: call.cents, isExact: since === 0 }
  const { tariffCents, maxCents = Number.POSITIVE_INFINITY } = costs
  const more = centsOf(seconds, tariffCents) - centsOf(call.seconds, tariffCents)
  return { seconds, cents: Math.min(call.cents + more, maxCents), isExact: false }
}
