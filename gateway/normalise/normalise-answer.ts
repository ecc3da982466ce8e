/**
 * Member API answers → facts, one row per call. Pure: no clock, no I/O. Called by pipeline.ts.
 *
 * A refusal that the documents name becomes a `…Refused` fact with the upstream's label; a call whose
 * outcome cannot be known becomes `…Unknown` (catalogue).
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { CallOutcome, MemberApiBody, MemberApiCall } from "../upstream/frame.ts"
import { loggedIn, memberLoaded } from "./account.ts"
import { creditsChanged } from "./credits.ts"
import { type PaymentPreference, paymentSettled, walletLoaded } from "./wallet.ts"

/** What a row needs besides the answer. */
export interface AnswerContext {
  readonly memberId: MemberId | null
  /** This basic info completes a log-in. */
  readonly entering: boolean
  readonly preference: PaymentPreference
}

/** Label of a refusal whose upstream gave none, and of one that could not be asked. */
export const UNAVAILABLE = "unavailable"
const UNLABELLED = "undefined"

const labelOf = (outcome: Exclude<CallOutcome<unknown>, { readonly _tag: "Answered" }>) =>
  outcome._tag === "Refused" ? (outcome.label ?? UNLABELLED) : UNAVAILABLE

type Rows = {
  readonly [Call in MemberApiCall]: (
    outcome: CallOutcome<MemberApiBody<Call>>,
    context: AnswerContext,
  ) => ReadonlyArray<Event>
}

const ROWS: Rows = {
  "POST /member": (outcome) => {
    if (outcome._tag === "Answered") {
      return [{ _tag: "MemberRegistered", memberId: String(outcome.body.id) as MemberId }]
    }
    const fields = outcome._tag === "Refused" ? outcome.fields : []
    return [{ _tag: "RegistrationRefused", label: labelOf(outcome), fields }]
  },
  // The token itself is the session's; the facts of a log-in come with the basic info.
  "POST /login": (outcome) =>
    outcome._tag === "Answered" ? [] : [{ _tag: "LogInRefused", label: labelOf(outcome) }],
  "GET /basic-info": (outcome, { memberId, entering }) => {
    if (outcome._tag === "Answered") {
      const facts = memberLoaded(outcome.body)
      return entering && memberId !== null ? [loggedIn(memberId, outcome.body), ...facts] : facts
    }
    const label = labelOf(outcome)
    return [entering ? { _tag: "LogInRefused", label } : { _tag: "MemberRefused", label }]
  },
  "GET /credits": (outcome) =>
    outcome._tag === "Answered" ? [creditsChanged(outcome.body.credits)] : [],
  "GET /wallet": (outcome, { preference }) =>
    outcome._tag === "Answered"
      ? [walletLoaded(outcome.body, preference)]
      : [{ _tag: "WalletRefused", label: labelOf(outcome) }],
  // Both complete a wallet answer that lacks a part before it becomes a fact (commands/load-wallet.ts).
  "GET /bundles": () => [],
  "GET /payment/options": () => [],
  "POST /payment/session": (outcome) => {
    switch (outcome._tag) {
      case "Answered":
        return [
          {
            _tag: "PaymentSessionOpened",
            sessionId: outcome.body.sessionId,
            paymentURL: outcome.body.paymentURL,
          },
        ]
      case "Unknown":
        return [{ _tag: "PaymentSessionUnknown" }]
      case "Refused":
      case "Unavailable":
        return [{ _tag: "PaymentSessionRefused", label: labelOf(outcome) }]
    }
  },
  "GET /payment/session/{id}": (outcome) =>
    outcome._tag === "Answered" ? paymentSettled(outcome.body) : [],
}

export const normaliseAnswer = <Call extends MemberApiCall>(
  call: Call,
  outcome: CallOutcome<MemberApiBody<Call>>,
  context: AnswerContext,
): ReadonlyArray<Event> => ROWS[call](outcome, context)
