/**
 * Register → MemberRegistered and the facts of a log-in | RegistrationRefused. The gateway posts
 * /member, then /login; all facts carry the command's id (catalogue, commands).
 *
 * When nobody knows whether the account was made, the log-in tells: it succeeds only if it was.
 */
import { Clock, Effect } from "effect"
import { NO_PREFERENCE } from "../normalise/wallet.ts"
import { Pipeline } from "../pipeline.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { rateKeyOf } from "../http/client-address.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Enter, TOO_MANY_ATTEMPTS } from "./enter.ts"
import { answerFrame, type CommandContext, HANDLED, type Handler } from "./handler.ts"

const requestBody = (command: CommandOf<"Register">, { visit, brand }: CommandContext) => ({
  email: command.email.trim(),
  password: command.password.trim(),
  meta: { lang: visit.locale, brand: brand.id },
  ...(command.username !== undefined && { username: command.username.trim() }),
  ...(command.birthday !== undefined && { birthday: command.birthday }),
})

/** The log-in could not be asked either: nothing is posted again, the visitor hears of it. */
const NOBODY_KNOWS = "nobody knows"

export const makeRegister = Effect.gen(function* () {
  const api = yield* MemberApi
  const pipeline = yield* Pipeline
  const enter = yield* Enter
  const rates = yield* RateLimits

  const tell = (outcome: CallOutcome<unknown>, context: CommandContext) =>
    pipeline.answer(answerFrame("POST /member", outcome, context), {
      memberId: null,
      entering: false,
      preference: NO_PREFERENCE,
      stamp: null,
    })

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
      lang: context.visit.locale,
      noNude: false,
      clientAddress: context.clientAddress,
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
