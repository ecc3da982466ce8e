/**
 * SendReport → ReportReceived | ReportRefused, for members and guests. Nothing of what is reported stays here: words and
 * address go to the service and into no log.
 *
 * Invariant: a report is taken at most once. The command's id is its key at the service, which answers a second one as
 * the first; so one without an answer is sent once more, and so is one that ran when the gateway died.
 */
import { Clock, Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { MAX_REPORT_WORDS } from "@foldcast/contracts/report"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { emailFault, trimmedEmail } from "@foldcast/rules/email"
import { RateLimits } from "../http/rate-limits.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { reportSent } from "../normalise/reports.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  browserOf,
  callTraits,
  type CommandContext,
  type Handler,
  NOT_FOR_GUESTS,
  TOO_MANY_ATTEMPTS,
} from "./handler.ts"
import { textFault } from "./room-act.ts"

const WORDS_LENGTH = { minimum: 1, maximum: MAX_REPORT_WORDS }
const EMAIL_REFUSED = "badRequest.email"

type SendReport = CommandOf<"SendReport">

/** Why nothing is sent; null where it is. */
const faultOf = ({ kind, words, email }: SendReport, isGuest: boolean): string | null => {
  if (isGuest && kind === "message") return NOT_FOR_GUESTS
  if (isGuest && email !== undefined && emailFault(email) !== null) return EMAIL_REFUSED
  return textFault(words.trim(), WORDS_LENGTH)
}

const makeSendReport = Effect.gen(function* () {
  const api = yield* MemberApi
  const endSession = yield* SessionEnder
  const rates = yield* RateLimits
  const facts = yield* makeCommandFacts

  const post = (
    { kind, performerId, messageId, reason, words, email }: SendReport,
    context: CommandContext,
  ) => {
    const { member } = context.session
    const isTold = member === null && email !== undefined
    return api.call({
      call: "POST /report",
      ...(member !== null && { token: member.token }),
      body: {
        key: context.commandId,
        kind,
        performerId,
        ...(messageId !== undefined && { messageId }),
        reason,
        words: words.trim(),
        ...(isTold && { email: trimmedEmail(email) }),
        brand: context.brand.id,
      },
      ...callTraits(context),
      ...browserOf(context),
    })
  }

  const sendReport: Handler<"SendReport"> = Effect.fnUntraced(function* (command, context) {
    const { member, owner } = context.session
    const refused = (label: string) => facts.decided(context, { _tag: "ReportRefused", label })
    const fault = faultOf(command, member === null)
    if (fault !== null) return yield* refused(fault)
    const counted = {
      reportsPerAddress: rateKeyOf(context.clientAddress),
      reportsPerOwner: owner,
    }
    const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
    if (!verdict.allowed) return yield* refused(TOO_MANY_ATTEMPTS)
    const first = yield* post(command, context)
    const outcome = first._tag === "Unknown" ? yield* post(command, context) : first
    if (outcome._tag !== "Answered") {
      yield* Effect.logWarning("a report was not taken, as far as anybody knows", {
        why: reasonOf(outcome),
      })
    }
    const handled = yield* facts.answered(context, reportSent(outcome))
    if (member !== null && isTokenRefused(outcome)) {
      yield* endSession.tokenRefused(owner, member.token)
    }
    return handled
  })
  return sendReport
})

export const sendReportHandlers = { SendReport: makeSendReport }
