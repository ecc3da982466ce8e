/**
 * The states that contracts start from, each with its parameters and returned values, and some for this
 * repository's own tests (contracts/upstream/provider-states.ts declares the contracts'). A state creates its
 * own members and payments, so states never share data; a given e-mail of an existing member is reused.
 */
import { Effect, Schema } from "effect"
import type { ProviderStateName } from "@foldcast/contracts/upstream/provider-states"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { BRANDS } from "../brands/brands.ts"
import { badRequest } from "../http/refused.ts"
import { balanceOf } from "../ledger/ledger.ts"
import { writeToOutbox } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import type { BankNotice } from "../payments/bank-protocol.ts"
import { SOLD_BUNDLES } from "../payments/bundles.ts"
import { openPaymentSession } from "../payments/open-session.ts"
import { offeredMethods } from "../payments/payment-methods.ts"
import { settlePayment } from "../payments/settle.ts"
import { walletById } from "../payments/wallets.ts"
import { Broadcasts } from "../chat/engine/broadcasts.ts"
import { livePath } from "../chat/engine/engine-connections.ts"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { authenticate } from "../members/authenticate.ts"
import { ChatSocketServer } from "../sockets/chat-sockets.ts"
import { CHAT_EXAMPLES } from "./chat-examples.ts"
import { EVENT_EXAMPLES } from "./event-examples.ts"
import {
  freeUsername,
  freeEmail,
  linkOfMember,
  givenLoggedIn,
  givenMember,
  nobody,
  resetting,
  StateParams,
  takenEmail,
} from "./member-states.ts"
import {
  conversation,
  conversationWithPicture,
  performerReads,
  performerWrites,
} from "./message-states.ts"
import { madePasskey, memberWithPasskey } from "./passkey-states.ts"
import { ivrSession, payingCall, waitingCall } from "./phone-states.ts"
import {
  favourite,
  givenPerformer,
  performerInFreeChat,
  performerAct,
  performersOnline,
  performerStatus,
  givenPerformerWithAlbums,
  performerWithStill,
} from "./performer-states.ts"

const decodeParams = Schema.decodeUnknownEffect(StateParams)

const PAYMENT = {
  bundle: SOLD_BUNDLES[0].id,
  returnUrl: "https://site.example/",
  device: "desktop",
  lang: "en",
} as const

const openPayment = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* givenLoggedIn(params)
  const { payments } = yield* BackendConfig
  const method = offeredMethods(payments.provider).find((one) => one.subOptions.length === 0)
  const { sessionId } = yield* openPaymentSession(made.memberId, {
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
    amountCents: SOLD_BUNDLES[0].costCents,
    currency: "EUR",
  }) as const

const settled = Effect.fnUntraced(function* (
  params: StateParams,
  notice: (sessionId: string) => BankNotice,
) {
  const { sessionId } = params
  if (sessionId !== undefined) {
    yield* settlePayment(notice(sessionId))
    return { sessionId }
  }
  const made = yield* openPayment(params)
  yield* settlePayment(notice(made.sessionId))
  return { ...made, credits: yield* balanceOf(yield* SqlDatabase, made.memberId) }
})

const offer = Effect.fnUntraced(function* () {
  const { payments } = yield* BackendConfig
  const method = offeredMethods(payments.provider).find((one) => one.subOptions.length === 0)
  const wallet = walletById(undefined)
  return {
    walletId: wallet?.id ?? "",
    bundleId: SOLD_BUNDLES[0].id,
    paymentMethod: method?.id ?? "",
  }
})

/** Follows the path of every event: stored, then sent to the connected sockets. */
const tellEvent = Effect.fnUntraced(function* ({ memberId, event }: StateParams) {
  if (memberId === undefined) return yield* badRequest("params.memberId")
  if (event === undefined) return yield* badRequest("params.event")
  const database = yield* SqlDatabase
  yield* database.transaction((queries) =>
    writeToOutbox(queries, memberId, event, EVENT_EXAMPLES[event]),
  )
  yield* (yield* OutboxRelay).wake
  return {}
})

/** A lobby's connection without a client. */
const lobby = Effect.fnUntraced(function* (params: StateParams) {
  const { performerId } = yield* performerInFreeChat(params)
  const connection = (yield* ChatSocketServer).holdLobby(performerId)
  return { ...(yield* givenLoggedIn({ credits: 1_000, ...params })), performerId, connection }
})

const somebodyInRoom = Effect.fnUntraced(function* (params: StateParams) {
  const there = yield* lobby(params)
  const { performerId, connection, token } = there
  const { member: who } = yield* authenticate(token)
  const viewer = { memberId: who.id, browser: who.id, address: "", lang: who.lang }
  // The room has a picture, so that there is something to watch.
  const broadcasts = yield* Broadcasts
  broadcasts.published(livePath(performerId))
  const rooms = yield* ChatRooms
  const { auth } = yield* rooms.setLobby(viewer, who, { performerId, connection, nickname: null })
  return { ...there, auth }
})

const somebodyWithCamera = Effect.fnUntraced(function* (params: StateParams) {
  const { performerId } = yield* performerInFreeChat(params)
  const there = yield* givenLoggedIn({ credits: 1_000, ...params })
  const { member: who } = yield* authenticate(there.token)
  const viewer = { memberId: who.id, browser: "", address: "", lang: who.lang }
  const rooms = yield* ChatRooms
  const joining = { performerId, mode: "chat", session: null } as const
  const { token: auth } = yield* rooms.join(who, viewer, joining)
  ;(yield* ChatSocketServer).holdCamera(auth)
  return { ...there, performerId, auth }
})

/** Sends the event to every connection of that room, whatever its content. */
const tellRoom = Effect.fnUntraced(function* ({ performerId, chatEvent }: StateParams) {
  if (performerId === undefined) return yield* badRequest("params.performerId")
  if (chatEvent === undefined) return yield* badRequest("params.chatEvent")
  const sockets = yield* ChatSocketServer
  sockets.toRoom(performerId, chatEvent, CHAT_EXAMPLES[chatEvent])
  return {}
})

/** Every parameter is optional, except those of an event. */
const STATES = {
  /** Nobody is logged in. Returns nothing. */
  "a guest": () => Effect.succeed({}),
  /** `{email}` → `{email}` without an account; without the parameter a new one. */
  "no such account": nobody,
  /** `{email, password, credits, verified, deleted}` → `{memberId, email, password, credits}` */
  "a member exists": givenMember,
  /** As "a member exists" → also `{token}` */
  "a logged-in member": givenLoggedIn,
  /** As "a member exists"; also `{purpose, used, expired}` → also `{linkToken}` */
  "a link of a member": linkOfMember,
  /** As "a member exists" → also `{token}`, valid for one password change only. */
  "a member with a reset token": resetting,
  /** As "a logged-in member"; also `{proves}` → also `{passkeyId, clientDataJSON, authenticatorData, signature}` */
  "a member with a passkey": memberWithPasskey,
  /** As "a logged-in member" → also `{passkeyId, clientDataJSON, attestationObject}` */
  "a passkey that was made": madePasskey,
  /** `{taken}` → `{taken}`, the address of another member; without the parameter a new one. */
  "a taken e-mail address": takenEmail,
  /** Returns `{free}`, an address without an account. */
  "a free e-mail address": freeEmail,
  /** Returns `{username}` that no account has. */
  "no such username": freeUsername,
  /** Returns `{landerId}` of a lander. */
  "a lander": () => Effect.succeed({ landerId: BRANDS[0].lander }),
  /** As "a logged-in member" → also `{sessionId}` */
  "an open payment session": openPayment,
  /** As "an open payment session"; with a `sessionId` that one → `{sessionId}` */
  "a paid payment session": (params: StateParams) =>
    settled(params, (id) => ({ ...about(id), status: "paid" })),
  /** As "a paid payment session"; also `{reasonCode}` */
  "a failed payment session": (params: StateParams) =>
    settled(params, (id) => ({
      ...about(id),
      status: "failed",
      reasonCode: params.reasonCode ?? 309,
    })),
  /** Returns `{walletId, bundleId, paymentMethod}`, which a payment session accepts. */
  "a wallet on offer": offer,
  /** `{onlineStatus}` → `{performerId, username}` */
  "a performer": givenPerformer,
  /** As "a performer" → also `{albumId}` */
  "a performer with albums": givenPerformerWithAlbums,
  /** As "a performer" */
  "a performer with a still": performerWithStill,
  /** As "a logged-in member" → also `{performerId, connection}` */
  "a lobby": lobby,
  /** As "a lobby" → also `{auth}` */
  "somebody in a room": somebodyInRoom,
  /** As "a logged-in member" → also `{performerId, auth}` */
  "somebody with a camera in a room": somebodyWithCamera,
  /** `{performerId, onlineStatus}` → `{performerId}`, whose status it is from now on. */
  "a performer's status": performerStatus,
  /** `{performerId, act, message}` → `{performerId}`: `accept`, `decline`, `stopVip`, `say`, `announce`, `kick`. */
  "a performer's act": performerAct,
  /** Three in free chat, one live, one offline. Returns `{performerId, username}` of one in free chat. */
  "performers online": performersOnline,
  /** As "a logged-in member" → also `{performerId}` of the member's one favourite. */
  "a favourite": favourite,
  /** `{performerId, chatEvent}`: the room's connections receive an example of it. Returns nothing. */
  "an event in the room": tellRoom,
  /** Returns `{session, number}` of an IVR session that was just shown. */
  "an IVR session": ivrSession,
  /** As "an IVR session" → also `{call, pin}` of a call that waits at its number. */
  "a call that waits": waitingCall,
  /**
   * `{session, ended}`, as "a call that waits" → also `{token}`: its PIN was typed in that session, it is connected, and
   * pays. With a session: that one's call is connected, or has ended.
   */
  "a call in call": payingCall,
  /**
   * As "a logged-in member" → also `{performerId, username, messagingId, conversationId, messageId, key}`: one message
   * of each.
   */
  "a conversation": conversation,
  /** As "a conversation" → also `{attachmentId}` */
  "a conversation with a picture": conversationWithPicture,
  /** `{memberId, performerId, message, hasPicture}` → `{conversationId, messageId}` of what the performer wrote. */
  "a performer's private message": performerWrites,
  /** `{memberId, performerId}`: the performer has read what the member wrote; without a performer there is a conversation first. */
  "a performer who has read": performerReads,
  /** `{memberId, event}`: the member's socket receives an example of it. Returns nothing. */
  "an event for the member": tellEvent,
} as const satisfies Readonly<Record<ProviderStateName, unknown> & Record<string, unknown>>

export type StateName = keyof typeof STATES
/** @internal Its test enters each. */
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

/** Returns the values to inject. */
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
