/** The states about members. Each creates a new member, unless the given e-mail belongs to an existing one. */
import { PROOF_PURPOSES } from "@foldcast/contracts/passkey"
import { CHAT_EVENT_NAMES } from "@foldcast/contracts/upstream/chat-socket"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { MEMBER_EVENT_NAMES } from "@foldcast/contracts/upstream/member-socket"
import { STATUSES } from "@foldcast/rules/performer-attributes"
import { SqlDatabase } from "../db/database.ts"
import { addFavourite } from "../favourites/favourite-store.ts"
import { addBlock } from "../blocks/block-store.ts"
import { addLiveAlert } from "../live-alerts/live-alert-store.ts"
import { badRequest } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { balanceOf, move } from "../ledger/ledger.ts"
import { eraseAccount } from "../account-deletion/delete-account.ts"
import { LINK_PURPOSES, useLink } from "../members/link-store.ts"
import { LinkTokens } from "../members/link-tokens.ts"
import { logInByLink } from "../members/log-in-by-link.ts"
import {
  credentialsByEmail,
  insertMember,
  memberById,
  setPendingEmail,
} from "../members/member-store.ts"
import { Passwords } from "../members/passwords.ts"
import { suggestUsernames } from "../members/suggest-usernames.ts"
import { Tokens } from "../members/tokens.ts"

export const StateParams = Schema.Struct({
  email: Schema.optionalKey(Schema.String),
  /** An address that another member must have. */
  taken: Schema.optionalKey(Schema.String),
  password: Schema.optionalKey(Schema.String),
  credits: Schema.optionalKey(Schema.Natural),
  verified: Schema.optionalKey(Schema.Boolean),
  /** For a performer or a member; today's rules need not allow it. */
  username: Schema.optionalKey(Schema.String),
  /** The member's name holds a reserved word. */
  unfitName: Schema.optionalKey(Schema.Boolean),
  performerId: Schema.optionalKey(Schema.String),
  /** For a performer. */
  onlineStatus: Schema.optionalKey(Schema.Literals(STATUSES)),
  chatEvent: Schema.optionalKey(Schema.Literals(CHAT_EVENT_NAMES)),
  /** The performer's act in the room, and its message. */
  act: Schema.optionalKey(
    Schema.Literals(["accept", "decline", "stopVip", "say", "announce", "kick"]),
  ),
  message: Schema.optionalKey(Schema.String),
  /** A private message of the performer's is a picture. */
  hasPicture: Schema.optionalKey(Schema.Boolean),
  /** The performer to add as a favourite. */
  favourite: Schema.optionalKey(Schema.String),
  /** The performer whose coming online the member wants to be told. */
  liveAlert: Schema.optionalKey(Schema.String),
  /** A performer whom the member blocked. */
  block: Schema.optionalKey(Schema.String),
  deleted: Schema.optionalKey(Schema.Boolean),
  /** An address that waits for its verification. */
  pendingEmail: Schema.optionalKey(Schema.String),
  /** Why a payment failed; 309 when not given. */
  reasonCode: Schema.optionalKey(Schema.Int),
  /** The purpose of a link; `verify` when not given. */
  purpose: Schema.optionalKey(Schema.Literals(LINK_PURPOSES)),
  used: Schema.optionalKey(Schema.Boolean),
  expired: Schema.optionalKey(Schema.Boolean),
  /** The purpose of a challenge; `logIn` when not given. */
  proves: Schema.optionalKey(Schema.Literals(["logIn", ...PROOF_PURPOSES])),
  /** An open payment session. */
  sessionId: Schema.optionalKey(Schema.String),
  /** An IVR session with an accepted call. */
  session: Schema.optionalKey(Schema.String),
  /** The call has ended. */
  ended: Schema.optionalKey(Schema.Boolean),
  memberId: Schema.optionalKey(Schema.String),
  event: Schema.optionalKey(Schema.Literals(MEMBER_EVENT_NAMES)),
})
export type StateParams = typeof StateParams.Type

const PASSWORD = "contract-1"

export const givenMember = Effect.fnUntraced(function* (params: StateParams) {
  const database = yield* SqlDatabase
  const id = (yield* BackendIds).next("m")
  const { email = `${id}@contract.example`.toLowerCase(), password = PASSWORD, credits } = params
  const known = yield* credentialsByEmail(database, email)
  if (Option.isNone(known)) {
    yield* insertMember(database, {
      id,
      email,
      username: params.username ?? (params.unfitName === true ? `moderator-${id}` : email),
      passwordHash: yield* (yield* Passwords).hash(Redacted.make(password)),
      verified: params.verified ?? true,
      birthday: null,
      lang: "nl",
      brand: "foldcast",
      at: new Date(yield* Clock.currentTimeMillis),
    })
  }
  const memberId = Option.isSome(known) ? known.value.id : id
  const missing = (credits ?? 0) - (yield* balanceOf(database, memberId))
  if (missing > 0) {
    yield* move(database, {
      key: `contract:${(yield* BackendIds).next("tr")}`,
      debit: "house:given",
      credit: memberAccount(memberId),
      amount: missing,
      reason: "demo",
    })
  }
  if (params.favourite !== undefined) {
    const at = new Date(yield* Clock.currentTimeMillis)
    yield* addFavourite(database, memberId, params.favourite, at)
  }
  if (params.liveAlert !== undefined) {
    const at = new Date(yield* Clock.currentTimeMillis)
    yield* addLiveAlert(database, memberId, params.liveAlert, at)
  }
  if (params.block !== undefined) {
    const at = new Date(yield* Clock.currentTimeMillis)
    yield* addBlock(database, { memberId, performerId: params.block }, "member", at)
  }
  if (params.pendingEmail !== undefined) {
    const until = (yield* Clock.currentTimeMillis) + (yield* LinkTokens).validForMs("email")
    const pending = { email: params.pendingEmail, until: new Date(until) }
    yield* setPendingEmail(database, memberId, pending)
  }
  if (params.deleted === true) yield* eraseAccount(memberId)
  return { memberId, email, password, credits: yield* balanceOf(database, memberId) }
})

/** For a deleted member, the token is from before the deletion. */
export const givenLoggedIn = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* givenMember({ ...params, deleted: false })
  const found = yield* memberById(yield* SqlDatabase, made.memberId)
  if (Option.isNone(found)) return yield* badRequest("params")
  const token = yield* (yield* Tokens).issue(found.value)
  if (params.deleted === true) yield* eraseAccount(made.memberId)
  return { ...made, token }
})

export const linkOfMember = Effect.fnUntraced(function* (params: StateParams) {
  const purpose = params.purpose ?? "verify"
  const { free: pendingEmail } = yield* freeEmail()
  const made = yield* givenMember({ ...params, ...(purpose === "email" && { pendingEmail }) })
  const links = yield* LinkTokens
  const database = yield* SqlDatabase
  const now = yield* Clock.currentTimeMillis
  const at = params.expired === true ? now - links.validForMs(purpose) - 1_000 : now
  const linkToken = yield* database.transaction((queries) =>
    links.issue(queries, { memberId: made.memberId, purpose, at }),
  )
  if (params.used === true) {
    const content = yield* links.read(linkToken)
    if (Option.isSome(content)) {
      yield* useLink(database, content.value.tokenHash, new Date(now))
    }
  }
  return { ...made, linkToken }
})

/** A member who followed the link of a password-reset mail. */
export const resetting = Effect.fnUntraced(function* (params: StateParams) {
  const { linkToken, ...made } = yield* linkOfMember({ ...params, purpose: "reset" })
  const token = yield* logInByLink({ token: linkToken, address: made.memberId, agent: null })
  return { ...made, token }
})

export const freeUsername = Effect.fnUntraced(function* () {
  const [username = ""] = yield* suggestUsernames({
    username: "contract",
    limit: 1,
    maxLength: 32,
  })
  return { username }
})

export const nobody = Effect.fnUntraced(function* (params: StateParams) {
  const email = params.email ?? `${(yield* BackendIds).next("m")}@contract.example`.toLowerCase()
  const known = yield* credentialsByEmail(yield* SqlDatabase, email)
  return Option.isNone(known) ? { email } : yield* badRequest("params.email")
})

export const freeEmail = Effect.fnUntraced(function* () {
  return { free: `${(yield* BackendIds).next("m")}@contract.example`.toLowerCase() }
})

/** The address belongs to another member than the other states', so the state returns only the address. */
export const takenEmail = Effect.fnUntraced(function* ({ taken }: StateParams) {
  const { email } = yield* givenMember(taken === undefined ? {} : { email: taken })
  return { taken: email }
})
