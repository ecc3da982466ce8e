/** Commands: what the browser asks of the gateway, imperative (stream-protocol, "Commands"). */
import { Schema } from "effect"
import { BundleId, CommandId, PaymentSessionId, VisitId, WalletId } from "../ids.ts"
import { drop, keep, secret } from "../sensitivity.ts"
import { Device } from "../units.ts"

/** Bytes of a command's whole body. Source: stream-protocol, "Commands". */
export const MAX_COMMAND_BYTES = 16_384

/** What was typed travels as typed; the rules decide what is acceptable, with a message per field. */
const typed = Schema.String.check(Schema.isMaxLength(1_000))
const email = drop(typed, "dropped@example.invalid")
const password = secret(typed)

export const Register = Schema.TaggedStruct("Register", {
  email,
  password,
  username: Schema.optionalKey(drop(typed, "dropped")),
  /** A calendar date, `2001-12-31`. */
  birthday: Schema.optionalKey(drop(typed, "1970-01-01")),
  termsAccepted: Schema.optionalKey(keep(Schema.Boolean)),
})
export const LogIn = Schema.TaggedStruct("LogIn", { email, password })
export const LogOut = Schema.TaggedStruct("LogOut", {})
/** Reading only: prefetching is fine. Showing the wallet is the client fact `WalletOpened`. */
export const LoadWallet = Schema.TaggedStruct("LoadWallet", {
  walletId: Schema.optionalKey(keep(WalletId)),
})
export const OpenPaymentSession = Schema.TaggedStruct("OpenPaymentSession", {
  bundleId: keep(BundleId),
  /** `id`, or `id:subOptionId` where a sub-option was chosen. */
  paymentMethod: keep(Schema.String.check(Schema.isPattern(/^[^:]{1,128}(:[^:]{1,128})?$/u))),
  /** On the brand's own origin and a known path; the gateway refuses any other. */
  returnUrl: keep(Schema.String.check(Schema.isMaxLength(2_048))),
  device: keep(Device),
})
export const CheckPayment = Schema.TaggedStruct("CheckPayment", {
  sessionId: keep(PaymentSessionId),
})

export const Command = Schema.Union([
  Register,
  LogIn,
  LogOut,
  LoadWallet,
  OpenPaymentSession,
  CheckPayment,
]).pipe(Schema.toTaggedUnion("_tag"))
export type Command = typeof Command.Type
export type CommandOf<Tag extends Command["_tag"]> = Extract<Command, { readonly _tag: Tag }>

export const CommandRequest = Schema.Struct({
  commandId: CommandId,
  visit: VisitId,
  command: Command,
}).annotate({ identifier: "CommandRequest" })
export type CommandRequest = typeof CommandRequest.Type
