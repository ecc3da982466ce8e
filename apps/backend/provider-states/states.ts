/**
 * The states that contracts start from, each with its parameters and the values it answers. A state makes
 * members and payments of its own, so states never meet; a given e-mail that exists is kept as it is.
 */
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { MEMBER_EVENT_NAMES } from "@foldcast/contracts/upstream/member-socket"
import { BackendConfig } from "../config.ts"
import { Database } from "../db/database.ts"
import { BRANDS } from "../demo/brands.ts"
import { badRequest } from "../http/refused.ts"
import { Ids } from "../ids.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { balanceOf, move } from "../ledger/ledger.ts"
import { deleteAccount } from "../members/delete-account.ts"
import { LINK_PURPOSES, useLink } from "../members/link-store.ts"
import { LinkTokens } from "../members/link-tokens.ts"
import { logInByLink } from "../members/log-in-by-link.ts"
import { credentialsByEmail, insertMember, memberById } from "../members/member-store.ts"
import { Passwords } from "../members/passwords.ts"
import { suggestUsernames } from "../members/suggest-usernames.ts"
import { Tokens } from "../members/tokens.ts"
import { write } from "../outbox/outbox.ts"
import { Teller } from "../outbox/teller.ts"
import type { BankNotice } from "../payments/bank-protocol.ts"
import { BUNDLES } from "../payments/bundles.ts"
import { openSession } from "../payments/open-session.ts"
import { offeredMethods } from "../payments/payment-methods.ts"
import { settle } from "../payments/settle.ts"
import { walletById } from "../payments/wallets.ts"
import { EVENT_EXAMPLES } from "./event-examples.ts"

const StateParams = Schema.Struct({
  email: Schema.optionalKey(Schema.String),
  password: Schema.optionalKey(Schema.String),
  credits: Schema.optionalKey(Schema.Natural),
  verified: Schema.optionalKey(Schema.Boolean),
  deleted: Schema.optionalKey(Schema.Boolean),
  /** Why a payment failed; 309 when not given. */
  reasonCode: Schema.optionalKey(Schema.Int),
  /** What a link is for; `verify` when not given. */
  purpose: Schema.optionalKey(Schema.Literals(LINK_PURPOSES)),
  used: Schema.optionalKey(Schema.Boolean),
  expired: Schema.optionalKey(Schema.Boolean),
  memberId: Schema.optionalKey(Schema.String),
  event: Schema.optionalKey(Schema.Literals(MEMBER_EVENT_NAMES)),
})
type StateParams = typeof StateParams.Type
const decodeParams = Schema.decodeUnknownEffect(StateParams)

const PASSWORD = "contract-1"
const PAYMENT = {
  bundle: BUNDLES[0].id,
  returnUrl: "https://site.example/",
  device: "desktop",
  lang: "en",
} as const

const member = Effect.fnUntraced(function* (params: StateParams) {
  const database = yield* Database
  const id = (yield* Ids).next("m")
  const { email = `${id}@contract.example`.toLowerCase(), password = PASSWORD, credits } = params
  const known = yield* credentialsByEmail(database, email)
  if (Option.isNone(known)) {
    yield* insertMember(database, {
      id,
      email,
      username: email,
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
      key: `contract:${(yield* Ids).next("tr")}`,
      debit: "house:given",
      credit: memberAccount(memberId),
      amount: missing,
      reason: "demo",
    })
  }
  if (params.deleted === true) yield* deleteAccount(memberId)
  return { memberId, email, password, credits: yield* balanceOf(database, memberId) }
})

/** Of a deleted member, a token from before. */
const loggedIn = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* member({ ...params, deleted: false })
  const found = yield* memberById(yield* Database, made.memberId)
  if (Option.isNone(found)) return yield* badRequest("params")
  const token = yield* (yield* Tokens).issue(found.value)
  if (params.deleted === true) yield* deleteAccount(made.memberId)
  return { ...made, token }
})

const linkOfMember = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* member(params)
  const links = yield* LinkTokens
  const database = yield* Database
  const purpose = params.purpose ?? "verify"
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

/** As who followed the link of a password-reset mail. */
const resetting = Effect.fnUntraced(function* (params: StateParams) {
  const { linkToken, ...made } = yield* linkOfMember({ ...params, purpose: "reset" })
  const token = yield* logInByLink({ token: linkToken, address: made.memberId, agent: null })
  return { ...made, token }
})

const freeUsername = Effect.fnUntraced(function* () {
  const [username = ""] = yield* suggestUsernames({
    username: "contract",
    limit: 1,
    maxLength: 32,
  })
  return { username }
})

const openPayment = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* loggedIn(params)
  const { payments } = yield* BackendConfig
  const method = offeredMethods(payments.provider).find((one) => one.subOptions.length === 0)
  const { sessionId } = yield* openSession(made.memberId, {
    ...PAYMENT,
    paymentMethod: method?.id ?? "",
    member: { username: made.email, email: made.email },
  })
  return { ...made, sessionId }
})

const about = (sessionId: string) =>
  ({
    v: 1,
    sessionId,
    transactionId: `tx_${sessionId}`,
    amountCents: BUNDLES[0].costCents,
    currency: "EUR",
  }) as const

const settled = Effect.fnUntraced(function* (
  params: StateParams,
  notice: (sessionId: string) => BankNotice,
) {
  const made = yield* openPayment(params)
  yield* settle(notice(made.sessionId))
  return { ...made, credits: yield* balanceOf(yield* Database, made.memberId) }
})

const nobody = Effect.fnUntraced(function* (params: StateParams) {
  const email = params.email ?? `${(yield* Ids).next("m")}@contract.example`.toLowerCase()
  const known = yield* credentialsByEmail(yield* Database, email)
  return Option.isNone(known) ? { email } : yield* badRequest("params.email")
})

const offer = Effect.fnUntraced(function* () {
  const { payments } = yield* BackendConfig
  const method = offeredMethods(payments.provider).find((one) => one.subOptions.length === 0)
  const wallet = walletById(undefined)
  return {
    walletId: wallet?.id ?? "",
    bundleId: BUNDLES[0].id,
    paymentMethod: method?.id ?? "",
  }
})

/** By the way of every event: written, then told to whoever is connected. */
const tellEvent = Effect.fnUntraced(function* ({ memberId, event }: StateParams) {
  if (memberId === undefined) return yield* badRequest("params.memberId")
  if (event === undefined) return yield* badRequest("params.event")
  const database = yield* Database
  yield* database.transaction((queries) => write(queries, memberId, event, EVENT_EXAMPLES[event]))
  yield* (yield* Teller).wake
  return {}
})

/** Every parameter is optional but those of "an event for the member". */
const STATES = {
  /** Nobody is logged in. Answers nothing. */
  "a guest": () => Effect.succeed({}),
  /** `{email}` → `{email}` of nobody; without the parameter a new one. */
  "no such account": nobody,
  /** `{email, password, credits, verified, deleted}` → `{memberId, email, password, credits}` */
  "a member exists": member,
  /** As "a member exists" → also `{token}` */
  "a logged-in member": loggedIn,
  /** As "a member exists"; also `{purpose, used, expired}` → also `{linkToken}` */
  "a link of a member": linkOfMember,
  /** As "a member exists" → also `{token}`, good for one password change and nothing else. */
  "a member with a reset token": resetting,
  /** Answers `{username}`, which nobody has. */
  "no such username": freeUsername,
  /** Answers `{landerId}` of a lander. */
  "a lander": () => Effect.succeed({ landerId: BRANDS[0].lander }),
  /** As "a logged-in member" → also `{sessionId}` */
  "an open payment session": openPayment,
  /** As "an open payment session" */
  "a paid payment session": (params: StateParams) =>
    settled(params, (id) => ({ ...about(id), status: "paid" })),
  /** As "an open payment session"; also `{reasonCode}` */
  "a failed payment session": (params: StateParams) =>
    settled(params, (id) => ({
      ...about(id),
      status: "failed",
      reasonCode: params.reasonCode ?? 309,
    })),
  /** Answers `{walletId, bundleId, paymentMethod}`, which a payment session accepts. */
  "a wallet on offer": offer,
  /** `{memberId, event}`: the member's socket is told an example of it. Answers nothing. */
  "an event for the member": tellEvent,
} as const

export type StateName = keyof typeof STATES
export const STATE_NAMES = Object.keys(STATES) as ReadonlyArray<StateName>

export const isStateName = (name: string): name is StateName => Object.hasOwn(STATES, name)

type Entered = ReturnType<(typeof STATES)[StateName]>
type Enter = (
  params: StateParams,
) => Effect.Effect<
  Readonly<Record<string, unknown>>,
  Effect.Error<Entered>,
  Effect.Services<Entered>
>

/** Answers the values to inject. */
export const enterState = Effect.fn("providerStates.enter")(function* (
  name: StateName,
  given: unknown,
) {
  const params = yield* decodeParams(given).pipe(Effect.mapError(() => badRequest("params")))
  const enter: Enter = STATES[name]
  return yield* enter(params).pipe(
    Effect.catchTag(["InsufficientCredits", "KeyReused"], (error) => Effect.die(error)),
  )
})
