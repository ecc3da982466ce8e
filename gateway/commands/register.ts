/**
 * Register → MemberRegistered and the facts of a log-in | RegistrationRefused. The gateway posts /member,
 * then /login; all facts carry the command's id.
 *
 * When nobody knows whether the account was made, the log-in tells: it succeeds only if it was.
 */
import { Clock, Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { COMMON_PASSWORD } from "@foldcast/contracts/common-password"
import { trimmedEmail } from "@foldcast/rules/email"
import { isCommonPassword } from "@foldcast/rules/common-passwords"
import { trimmedPassword } from "@foldcast/rules/password"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { trimmedUsername } from "@foldcast/rules/username"
import { Brands } from "../brand/brands.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { registrationFacts } from "../normalise/account.ts"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import { isPerformersName, LOOKALIKE } from "../performers/performer-names.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { LogInFlow } from "./log-in-flow.ts"
import {
  browserOf,
  type CommandContext,
  type Handled,
  type Handler,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"
import { registrationFormFaults } from "./registration-form.ts"

const COMMON = { field: "password", label: COMMON_PASSWORD } as const

/** `meta`: the language of mails, the brand, and the tracking parameters the visit began with. */
const requestBody = (command: CommandOf<"Register">, { visit, brand }: CommandContext) => ({
  email: trimmedEmail(command.email),
  password: trimmedPassword(command.password),
  meta: { ...visit.tracking, lang: visit.locale, brand: brand.id },
  ...(command.username !== undefined && { username: trimmedUsername(command.username) }),
  ...(command.birthday !== undefined && { birthday: command.birthday.trim() }),
  ...(command.fingerprint !== undefined && { fingerprint: command.fingerprint }),
})

/** What a log-in found out about an account whose registration got no answer. */
type Account =
  | { readonly _tag: "Entered"; readonly handled: Handled }
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Unknown" }

const makeRegister = Effect.gen(function* () {
  const api = yield* MemberApi
  const facts = yield* makeCommandFacts
  const logInFlow = yield* LogInFlow
  const rates = yield* RateLimits
  const brands = yield* Brands
  const performers = yield* PerformerService

  const refuse = (
    label: string,
    context: CommandContext,
    fields: ReadonlyArray<{ readonly field: string; readonly label: string }> = [],
  ) => facts.decided(context, { _tag: "RegistrationRefused", label, fields })

  const enterWhereMade = Effect.fnUntraced(function* (
    command: CommandOf<"Register">,
    context: CommandContext,
  ) {
    const answer = yield* logInFlow.requestToken(command, context)
    if (answer._tag !== "Token") {
      const isAbsent = answer._tag === "Refused" && answer.failure._tag === "Refused"
      return { _tag: isAbsent ? "Absent" : "Unknown" } satisfies Account
    }
    const { memberId } = answer.content
    yield* facts.decided(context, { _tag: "MemberRegistered", memberId })
    const handled = yield* logInFlow.complete(answer, context)
    return { _tag: "Entered", handled } satisfies Account
  })

  const register: Handler<"Register"> = Effect.fnUntraced(function* (command, context) {
    const faults = registrationFormFaults(
      command,
      yield* Clock.currentTimeMillis,
      context.brand.public.features,
      brands.names(),
    )
    if (faults.length > 0) return yield* refuse("badRequest.registration", context, faults)
    if (isCommonPassword(command.password)) return yield* refuse(COMMON_PASSWORD, context, [COMMON])
    if (context.interrupted) {
      const account = yield* enterWhereMade(command, context)
      if (account._tag === "Entered") return account.handled
      // The log-in could not be asked either: nothing is posted again, the visitor hears of it.
      if (account._tag === "Unknown") return yield* refuse(UNAVAILABLE, context)
    }
    const verdict = rates.take(
      { registrationsPerAddress: rateKeyOf(context.clientAddress) },
      yield* Clock.currentTimeMillis,
    )
    if (!verdict.allowed) return yield* refuse(TOO_MANY_ATTEMPTS, context)
    const username = command.username === undefined ? undefined : trimmedUsername(command.username)
    if (username !== undefined && (yield* isPerformersName(performers, username))) {
      const fields = [{ field: "username", label: LOOKALIKE }]
      return yield* refuse("badRequest.registration", context, fields)
    }
    const outcome = yield* api.call({
      call: "POST /member",
      body: requestBody(command, context),
      ...callTraits(context),
      ...browserOf(context),
    })
    if (outcome._tag === "Unknown") {
      const account = yield* enterWhereMade(command, context)
      if (account._tag === "Entered") return account.handled
    }
    const handled = yield* facts.answered(context, ...registrationFacts(outcome))
    if (outcome._tag !== "Answered") return handled
    return yield* logInFlow.complete(yield* logInFlow.requestToken(command, context), context)
  })
  return register
})

export const registerHandlers = { Register: makeRegister }
