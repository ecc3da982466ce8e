/**
 * What passes between the phone's provider and us, as JSON, signed on both ways (http/signed-message.ts) in the headers
 * `X-Phone-Timestamp` and `X-Phone-Signature`. Amounts are euro cents.
 *
 * Notices are posted to `/callbacks/phone` and repeated until 200; each attempt is signed anew. The answer to `arrived`
 * is an `ArrivalAnswer`, or 404 for a number that is not ours and 409 `badRequest.tariff` for another tariff than ours:
 * such a call is not taken. 409 `call.notWaiting`: the call is known, and its PIN was typed or it is over; repeating
 * gains nothing. 404 to any other notice: we know no such call.
 *
 * Instructions are posted to `/phone/instructions` of PHONE_URL, and repeated until 200, or 404 for a call that the
 * provider does not know. A provider may do without them.
 */
import { Schema } from "effect"
import { Cents } from "@foldcast/contracts/units"
import { CALL_END_REASONS } from "./call-state.ts"

const v = Schema.Literal(1)
/** The provider's name for a call. */
const call = Schema.String.check(Schema.isBetweenLength(1, 128))
/** Whole seconds since the call connected, as the provider charges them. */
const seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

export const PhoneNotice = Schema.Union([
  Schema.Struct({
    v,
    kind: Schema.Literal("arrived"),
    call,
    number: Schema.String.check(Schema.isBetweenLength(3, 32)),
    /** Of a minute, as the provider charges it. */
    tariffCents: Cents,
  }),
  Schema.Struct({ v, kind: Schema.Literal("connected"), call }),
  Schema.Struct({ v, kind: Schema.Literal("talking"), call, seconds }),
  Schema.Struct({
    v,
    kind: Schema.Literal("ended"),
    call,
    seconds,
    reason: Schema.Literals(CALL_END_REASONS),
  }),
])
export type PhoneNotice = typeof PhoneNotice.Type

/** What the caller is to hear, free of charge, before anything costs. */
export interface ArrivalAnswer {
  readonly pin: string
  readonly tariffCents: number
  readonly startCents: number
  /** The provider ends the call then. */
  readonly maxSeconds: number
}

/** Why a call is ended, or about to be. */
export const INSTRUCTION_REASONS = ["notWatching", "asked", "longest", "expired"] as const
export type InstructionReason = (typeof INSTRUCTION_REASONS)[number]

/** `connect`: from now on the caller pays. `announce`: the caller is to hear that the call is about to be ended. */
export type PhoneInstruction = { readonly v: 1; readonly id: string; readonly call: string } & (
  | { readonly kind: "connect" }
  | { readonly kind: "announce" | "hangUp"; readonly why: InstructionReason }
)
