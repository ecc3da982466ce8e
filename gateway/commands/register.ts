/**
 * Register → MemberRegistered and the facts of a log-in | RegistrationRefused. The gateway posts /member,
 * then /login; all facts carry the command's id.
 *
 * When nobody knows whether the account was made, the log-in tells: it succeeds only if it was.
 */
import { Clock, Effect } from "effect"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { trimmedEmail } from "@foldcast/rules/email"
import { trimmedPassword } from "@foldcast/rules/password"
import type { RegistrationFault } from "@foldcast/rules/registration"
import { rateKeyOf } from "../http/client-address.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Enter } from "./enter.ts"
import {
  browserOf,
  type CommandContext,
  HANDLED,
  type Handler,
  TOO_MANY_ATTEMPTS,
  visitOf,
} from "./handler.ts"
import { registrationFormFaults } from "./registration-form.ts"
import { makeTell } from "./tell.ts"

/** `meta`: the language of mails, the brand, and the tracking parameters the visit began with. */
const requestBody = (command: CommandOf<"Register">, { visit, brand }: CommandContext) => ({
  email: trimmedEmail(command.email),
  password: trimmedPassword(command.password),
  meta: { ...visit.tracking, lang: visit.locale, brand: brand.id },
  ...(command.username !== undefined && { username: command.username.trim() }),
  ...(command.birthday !== undefined && { birthday: command.birthday.trim() }),
  ...(command.fingerprint !== undefined && { fingerprint: command.fingerprint }),
})

/** As the upstream itself would say it. */
const refusedForm = (fields: ReadonlyArray<RegistrationFault>): CallOutcome<never> => ({
  _tag: "Refused",
  status: 400,
  label: "badRequest.registration",
  fields,
})

/** The log-in could not be asked either: nothing is posted again, the visitor hears of it. */
const NOBODY_KNOWS = "nobody knows"

export const makeRegister = Effect.gen(function* () {
  const api = yield* MemberApi
  const tell = yield* makeTell("POST /member")
  const enter = yield* Enter
  const rates = yield* RateLimits

  const tellUnavailable = (context: CommandContext) =>
    Effect.as(tell({ _tag: "Unavailable" }, context), HANDLED)

  /** Whether the account exists is told by its log-in, when nobody else can; null: it does not. */
  const enterOrRefuse = Effect.fnUntraced(function* (
    command: CommandOf<"Register">,
    context: CommandContext,
  ) {
    const answer = yield* enter.requestToken(command, context)
    if (answer._tag === "None") return answer.outcome._tag === "Refused" ? null : NOBODY_KNOWS
    yield* tell({ _tag: "Answered", body: { id: answer.content.memberId } }, context)
    return yield* enter.with(answer, context)
  })

  const register: Handler<"Register"> = Effect.fnUntraced(function* (command, context) {
    const faults = registrationFormFaults(
      command,
      yield* Clock.currentTimeMillis,
      context.brand.public.features.fullRegistration,
    )
    if (faults.length > 0) {
      yield* tell(refusedForm(faults), context)
      return HANDLED
    }
    if (context.interrupted) {
      const handled = yield* enterOrRefuse(command, context)
      if (handled === NOBODY_KNOWS) return yield* tellUnavailable(context)
      if (handled !== null) return handled
    }
    const verdict = rates.take(
      { registrationsPerAddress: rateKeyOf(context.clientAddress) },
      yield* Clock.currentTimeMillis,
    )
    if (!verdict.allowed) {
      yield* tell(TOO_MANY_ATTEMPTS, context)
      return HANDLED
    }
    const raw = yield* api.call({
      call: "POST /member",
      body: requestBody(command, context),
      ...visitOf(context),
      ...browserOf(context),
    })
    const { outcome } = readAnswer("POST /member", raw)
    switch (outcome._tag) {
      case "Answered": {
        yield* tell(raw, context)
        const answer = yield* enter.requestToken(command, context)
        return answer._tag === "Token"
          ? yield* enter.with(answer, context)
          : yield* enter.refused(answer, context)
      }
      case "Unknown": {
        const handled = yield* enterOrRefuse(command, context)
        return handled === null || handled === NOBODY_KNOWS
          ? yield* tellUnavailable(context)
          : handled
      }
      case "Refused":
      case "Unavailable":
        yield* tell(raw, context)
        return HANDLED
    }
  })
  return register
})
