/**
 * What comes from outside: the frames of the member socket before anybody has read them, and how a call
 * to an upstream ended. `about` says whose facts come of it.
 *
 * Made by upstream/*; read by normalise/*; joined by pipeline.ts.
 */
import type { Schema } from "effect"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { MemberEventName } from "@foldcast/contracts/upstream/member-socket"
import {
  ActivateAnswer,
  BasicInfo,
  BundlesAnswer,
  ChangeUsernameAnswer,
  CreditsAnswer,
  DoneAnswer,
  FavouritesAnswer,
  LanderAnswer,
  LoginAnswer,
  PaymentOptionsAnswer,
  PaymentSessionAnswer,
  PaymentSessionState,
  RegisterAnswer,
  UpdateMemberAnswer,
  UsernameSuggestions,
  WalletAnswer,
} from "@foldcast/contracts/upstream/member-api"
import type { OwnerId } from "../log/event-log.ts"

/** The member API's calls and the schema of each one's answer. */
export const MEMBER_API_ANSWERS = {
  "POST /member": RegisterAnswer,
  "PUT /member": UpdateMemberAnswer,
  "DELETE /member": DoneAnswer,
  "POST /login": LoginAnswer,
  "POST /forgot-password": DoneAnswer,
  "POST /activate": ActivateAnswer,
  "POST /resend-activation": DoneAnswer,
  "POST /change-username": ChangeUsernameAnswer,
  "GET /username/suggestions": UsernameSuggestions,
  "GET /lander": LanderAnswer,
  "GET /basic-info": BasicInfo,
  "GET /credits": CreditsAnswer,
  "GET /favourite": FavouritesAnswer,
  "POST /favourite": DoneAnswer,
  "DELETE /favourite": DoneAnswer,
  "GET /wallet": WalletAnswer,
  "GET /bundles": BundlesAnswer,
  "GET /payment/options": PaymentOptionsAnswer,
  "POST /payment/session": PaymentSessionAnswer,
  "GET /payment/session/{id}": PaymentSessionState,
} as const satisfies Readonly<Record<string, Schema.Top>>

export type MemberApiCall = keyof typeof MEMBER_API_ANSWERS
export type MemberApiBody<Call extends MemberApiCall> = (typeof MEMBER_API_ANSWERS)[Call]["Type"]

/**
 * How a call ended. Only `Unknown` leaves open whether the upstream did it. Made by the adapters alone: who
 * holds one knows that the upstream was asked.
 */
export type CallOutcome<Body> = { readonly _tag: "Answered"; readonly body: Body } | CallFailure

export type CallFailure =
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly label: string | null
      readonly fields: ReadonlyArray<{ readonly field: string; readonly label: string }>
    }
  /** Never sent, or only reading: nothing happened there. */
  | { readonly _tag: "Unavailable" }
  /** Sent, and no answer that could be read came back. */
  | { readonly _tag: "Unknown" }

/** Whose facts they are: who may receive them, by their scopes. */
export interface Recipient {
  readonly visit: VisitId | null
  readonly owner: OwnerId | null
  readonly member: MemberId | null
}

export interface SocketFrame {
  readonly source: "member-socket"
  readonly call: string
  readonly payload: unknown
  readonly about: Recipient
}

export type DecodedSocketFrame = {
  readonly [Name in MemberEventName]: {
    readonly source: "member-socket"
    readonly call: Name
    readonly payload: import("@foldcast/contracts/upstream/member-socket").MemberEventPayload<Name>
  }
}[MemberEventName]
