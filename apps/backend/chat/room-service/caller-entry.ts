/**
 * Entering a room by a phone call that pays: a session in private chat, beside the free and the paid ones, that costs no
 * credits, has no account, and ends with its call.
 *
 * Invariants: a caller is in one room at a time; nothing of such a session is on the ledger.
 */
import { Effect } from "effect"
import type { JoinAnswer } from "@foldcast/contracts/upstream/chat-service"
import { failIfRefused } from "../../http/refused.ts"
import { BackendIds } from "../../ids.ts"
import { isPresent, type ChatSession, type ChatViewer } from "../room-model/chat-session.ts"
import { chatNotStarted } from "../room-model/refusals.ts"
import type { PaidEntryRequest } from "./paid-entry.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

export interface RoomCaller {
  readonly call: string
  /** The nickname. */
  readonly username: string
}

/** Milliseconds in which the session has to connect; the caller pays meanwhile. */
const CONNECT_WITHIN_MS = 15_000

const endSessions = (
  { registry, now, runEffects }: RoomServiceDeps,
  call: string,
  reason: "dialin_stopped" | "duplicate_session",
) => {
  for (const { room, session } of registry.sessionsOfCall(call)) {
    room.kick(session, reason, now())
    runEffects(room)
  }
}

const enterNew = Effect.fnUntraced(function* (
  deps: RoomServiceDeps,
  { call, username }: RoomCaller,
  viewer: ChatViewer,
  performerId: string,
) {
  const { now, open, registry, runEffects } = deps
  const person = deps.limits.person(viewer, now())
  const room = yield* open(performerId)
  yield* failIfRefused(room.entryRefusal(person, now()) ?? room.paidEntryRefusal("chat", "", now()))
  endSessions(deps, call, "duplicate_session")
  const ids = yield* BackendIds
  const session = registry.enter(room, {
    ...viewer,
    ...person,
    id: ids.next("cs"),
    auth: ids.next("auth"),
    mode: "chat",
    nickname: username,
    connection: null,
    call,
    connectBy: now() + CONNECT_WITHIN_MS,
    freeMs: null,
  })
  runEffects(room)
  return session
})

const runningAgain = ({ registry }: RoomServiceDeps, call: string, id: string) => {
  const found = registry.sessionsOfCall(call).find(({ session }) => session.id === id)
  return found === undefined || found.session.ending !== null
    ? Effect.fail(chatNotStarted())
    : Effect.succeed<ChatSession>(found.session)
}

export const enterAsCaller = Effect.fn("chat.joinAsCaller")(function* (
  deps: RoomServiceDeps,
  caller: RoomCaller,
  viewer: ChatViewer,
  { performerId, session: running }: Omit<PaidEntryRequest, "mode">,
) {
  const session =
    running === null
      ? yield* enterNew(deps, caller, viewer, performerId)
      : yield* runningAgain(deps, caller.call, running)
  const { auth: token, id, nickname } = session
  return { token, session: id, nickname, creditsPerMinute: 0 } satisfies JoinAnswer
})

/** The calls of those who are in a room, connected. */
export const watchedCalls = ({ registry }: RoomServiceDeps): ReadonlySet<string> =>
  new Set(
    registry
      .sessions()
      .flatMap(({ session }) =>
        session.call !== null && isPresent(session) ? [session.call] : [],
      ),
  )

export const endCallSessions = (deps: RoomServiceDeps, call: string) =>
  Effect.sync(() => {
    endSessions(deps, call, "dialin_stopped")
  })
