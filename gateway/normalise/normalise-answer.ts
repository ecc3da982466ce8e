/**
 * Member API answers → facts, one row per call. Pure: no clock, no I/O. Called by pipeline.ts.
 *
 * A refusal becomes a `…Refused` fact with the upstream's label; a call whose outcome cannot be known
 * becomes `…Unknown`.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { ACTIVATION_VERIFIED_LABEL } from "@foldcast/contracts/upstream/member-api"
import type { CallOutcome, MemberApiBody, MemberApiCall } from "../upstream/frame.ts"
import { loggedIn, memberLoaded } from "./account.ts"
import { creditsChanged } from "./credits.ts"
import { type PaymentPreference, paymentSettled, walletLoaded } from "./wallet.ts"

/** What a row needs besides the answer. */
export interface AnswerContext {
  readonly memberId: MemberId | null
  /** This basic info completes a log-in. */
  readonly entering: boolean
  /** Which change a PUT /member asked for: its answer does not say. */
  readonly updating?: "password" | "email"
  /** Whose favourite was asked for: the answer does not say. */
  readonly favourite?: string
  readonly preference: PaymentPreference
}

/** Label of a refusal whose upstream gave none, and of one that could not be asked. */
export const UNAVAILABLE = "unavailable"
const UNLABELLED = "undefined"

/** Of a change of which nobody knows whether it was made. */
const OUTCOME_UNKNOWN = "outcomeUnknown"

const labelOf = (outcome: Exclude<CallOutcome<unknown>, { readonly _tag: "Answered" }>) =>
  outcome._tag === "Refused" ? (outcome.label ?? UNLABELLED) : UNAVAILABLE

/** As above, for calls that may have taken effect without anybody hearing of it (law L7). */
const labelOfChange = (outcome: Exclude<CallOutcome<unknown>, { readonly _tag: "Answered" }>) =>
  outcome._tag === "Unknown" ? OUTCOME_UNKNOWN : labelOf(outcome)

/** Verified before is told apart; whatever else is wrong, the link is of no use (AUTH-71, AUTH-73). */
const activationLabel = (outcome: Exclude<CallOutcome<unknown>, { readonly _tag: "Answered" }>) => {
  if (outcome._tag !== "Refused") return labelOfChange(outcome)
  return outcome.label === ACTIVATION_VERIFIED_LABEL ? "verified" : "expired"
}

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
  "PUT /member": (outcome, { updating }) => {
    if (updating === "email") {
      return outcome._tag === "Answered"
        ? [{ _tag: "EmailChanged" }]
        : [{ _tag: "EmailChangeRefused", label: labelOfChange(outcome) }]
    }
    return outcome._tag === "Answered"
      ? [{ _tag: "PasswordChanged" }]
      : [{ _tag: "PasswordChangeRefused", label: labelOfChange(outcome) }]
  },
  "DELETE /member": (outcome) =>
    outcome._tag === "Answered"
      ? [{ _tag: "AccountDeleted" }]
      : [{ _tag: "AccountDeletionRefused", label: labelOfChange(outcome) }],
  // Whatever was answered: the visitor learns nothing about accounts (AUTH-43).
  "POST /forgot-password": () => [{ _tag: "PasswordResetMailRequested" }],
  "POST /activate": (outcome) =>
    outcome._tag === "Answered"
      ? [{ _tag: "ActivationSucceeded", credits: outcome.body.credits ?? 0 }]
      : [{ _tag: "ActivationRefused", label: activationLabel(outcome) }],
  "POST /resend-activation": (outcome) =>
    outcome._tag === "Answered"
      ? [{ _tag: "ActivationMailSent" }]
      : [{ _tag: "ActivationMailRefused", label: labelOf(outcome) }],
  "POST /change-username": (outcome) =>
    outcome._tag === "Answered"
      ? [{ _tag: "UsernameChanged" }]
      : [{ _tag: "UsernameChangeRefused", label: labelOfChange(outcome) }],
  // Read answers: queries/ and brand/ hand them on, no fact comes of them.
  "GET /username/suggestions": () => [],
  "GET /lander": () => [],
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
  // A list that was not given is no empty list: nothing is told, the last one stands.
  "GET /favourite": (outcome) =>
    outcome._tag === "Answered"
      ? [
          {
            _tag: "FavouritesListed",
            performerIds: outcome.body.favourites
              .map(({ performerId }) => String(performerId))
              .filter(isPerformerId),
          },
        ]
      : [],
  "POST /favourite": (outcome, { favourite: performerId = "" }) =>
    outcome._tag === "Answered"
      ? [{ _tag: "FavouriteAdded", performerId }]
      : [{ _tag: "FavouriteRefused", performerId, label: labelOfChange(outcome) }],
  "DELETE /favourite": (outcome, { favourite: performerId = "" }) =>
    outcome._tag === "Answered"
      ? [{ _tag: "FavouriteRemoved", performerId }]
      : [{ _tag: "FavouriteRefused", performerId, label: labelOfChange(outcome) }],
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
