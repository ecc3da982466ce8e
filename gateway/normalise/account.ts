/**
 * Member API answers about accounts → facts. Pure: no clock, no I/O.
 *
 * A refusal becomes a `…Refused` fact with the upstream's label.
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { ACTIVATION_VERIFIED_LABEL, type BasicInfo } from "@foldcast/contracts/upstream/member-api"
import type { MemberApiBody } from "@foldcast/contracts/upstream/member-api-calls"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import { labelOf, labelOfChange } from "./call-failure.ts"

type Facts = ReadonlyArray<Event>

/** The username with a capital first letter, for an upstream that sends none. */
const capitalised = (username: string) => username.charAt(0).toUpperCase() + username.slice(1)

export const loggedIn = (memberId: MemberId, info: BasicInfo): Event => ({
  _tag: "LoggedIn",
  memberId,
  username: info.username,
  verified: info.verified,
})

export const memberLoaded = (info: BasicInfo): Facts => [
  {
    _tag: "MemberLoaded",
    username: info.username,
    capName: info.capName ?? capitalised(info.username),
    email: info.email,
    verified: info.verified,
    endUserText: info.endUserText,
    lander: info.lander,
    // In both cases the member has not chosen a name yet.
    showChangeUsername: info.showChangeUsername === true || info.username === info.email,
    ...(info.welcomed !== undefined && { welcomed: info.welcomed }),
    ...(info.pendingEmail !== undefined && { pendingEmail: info.pendingEmail }),
  },
  { _tag: "CreditsChanged", credits: info.credits },
]

export const memberRefused = (failure: CallFailure): Event => ({
  _tag: "MemberRefused",
  label: labelOf(failure),
})

export const logInRefused = (failure: CallFailure): Event => ({
  _tag: "LogInRefused",
  label: labelOf(failure),
})

export const registrationFacts = (outcome: CallOutcome<MemberApiBody<"POST /member">>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "MemberRegistered", memberId: String(outcome.body.id) as MemberId }]
    : [
        {
          _tag: "RegistrationRefused",
          label: labelOf(outcome),
          fields: outcome._tag === "Refused" ? outcome.fields : [],
        },
      ]

export const passwordFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "PasswordChanged" }]
    : [{ _tag: "PasswordChangeRefused", label: labelOfChange(outcome) }]

export const emailFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "EmailChangeRequested" }]
    : [{ _tag: "EmailChangeRefused", label: labelOfChange(outcome) }]

export const emailCancellationFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "EmailChangeCancelled" }]
    : [{ _tag: "EmailChangeCancelRefused", label: labelOfChange(outcome) }]

export const usernameFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "UsernameChanged" }]
    : [{ _tag: "UsernameChangeRefused", label: labelOfChange(outcome) }]

export const deletionFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "AccountDeleted" }]
    : [{ _tag: "AccountDeletionRefused", label: labelOfChange(outcome) }]

export const passkeyRegistrationFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "PasskeyRegistered" }]
    : [{ _tag: "PasskeyRegistrationRefused", label: labelOfChange(outcome) }]

export const passkeyRemovalFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "PasskeyRemoved" }]
    : [{ _tag: "PasskeyRemovalRefused", label: labelOfChange(outcome) }]

export const activationMailFacts = (outcome: CallOutcome<unknown>): Facts =>
  outcome._tag === "Answered"
    ? [{ _tag: "ActivationMailSent" }]
    : [{ _tag: "ActivationMailRefused", label: labelOf(outcome) }]

/** An account that is already verified has its own label; every other refusal means that the link is useless. */
const activationLabel = (failure: CallFailure) => {
  if (failure._tag !== "Refused") return labelOfChange(failure)
  return failure.label === ACTIVATION_VERIFIED_LABEL ? "verified" : "expired"
}

/**
 * A changed address comes first, so that it is known when the command ends. `ofAnother`: the link belongs to
 * another account than the one that is logged in.
 */
export const activationFacts = (
  outcome: CallOutcome<MemberApiBody<"POST /activate">>,
  ofAnother: boolean,
): Facts =>
  outcome._tag === "Answered"
    ? [
        ...(outcome.body.emailChanged === true ? [{ _tag: "EmailChanged" } as const] : []),
        {
          _tag: "ActivationSucceeded",
          credits: outcome.body.credits ?? 0,
          ...(ofAnother && { ofAnother }),
        },
      ]
    : [{ _tag: "ActivationRefused", label: activationLabel(outcome) }]
