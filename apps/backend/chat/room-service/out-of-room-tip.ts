/**
 * A tip that is given outside the chat (`POST /tip`), to a performer by her name.
 *
 * Invariant: it is paid whether or not her room is open; whoever was sent out of it gives her nothing.
 */
import { Effect } from "effect"
import { sameKey } from "@foldcast/rules/same-key"
import { SqlDatabase } from "../../db/database.ts"
import { badRequest, notFound, failIfRefused } from "../../http/refused.ts"
import type { BackendIds } from "../../ids.ts"
import type { StoredMember } from "../../members/member.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import { performerIdByName } from "../../performers/performer-store.ts"
import { invisibleTextRefusal, roomRefused, tooManyAttempts } from "../room-model/refusals.ts"
import { payTip } from "../billing/tips.ts"
import { tipKindOf } from "../room-model/tip-kind.ts"
import type { ViewerLimitsRegistry } from "../room-model/viewer-limits.ts"
import type { RunRoomEffects } from "./room-effects.ts"
import { entryName } from "./entry-name.ts"
import type { RoomRegistry } from "./room-registry.ts"

/** `username` is the performer's. */
export interface OutOfRoomTip {
  readonly id: string
  readonly username: string
  readonly amount: number
  readonly text: string
  readonly isPublic: boolean
}

export const makeOutOfRoomTip = Effect.fnUntraced(function* (
  open: RoomRegistry,
  carryOut: RunRoomEffects,
  limitsOf: ViewerLimitsRegistry,
) {
  const database = yield* SqlDatabase
  const context = yield* Effect.context<SqlDatabase | OutboxRelay | BackendIds>()

  return Effect.fn("chat.tipOutside")(function* (
    member: StoredMember,
    lang: "nl" | "en",
    { id, username, amount, text: typed, isPublic }: OutOfRoomTip,
  ) {
    const kind = tipKindOf(amount, "gift", undefined) ?? tipKindOf(amount, "wink", undefined)
    if (kind === null) return yield* badRequest("amount")
    yield* failIfRefused(invisibleTextRefusal(typed))
    const found = open.all().find(({ host }) => sameKey(host.name) === sameKey(username))
    const limits = limitsOf.of({ memberId: member.id, browser: "", address: "", lang }, open.now())
    const wait = limits.actions.take(open.now())
    if (wait > 0) return yield* tooManyAttempts(wait)
    // Of a performer whose room nobody has open, the history names her all the same.
    const performerId = found?.host.id ?? (yield* performerIdByName(database, username))
    if (performerId === null) return yield* notFound()
    if (limits.closedFor(performerId, open.now()) > 0) return yield* roomRefused("sentOut")
    const paid = yield* Effect.provide(
      payTip(member.id, { id, amount, kind, performerId }),
      context,
    )
    if (found === undefined || !paid.now) return
    const inRoom = found.sessions().find(({ memberId }) => memberId === member.id)
    const entering = yield* Effect.provide(entryName(found.host, member), context)
    const nickname = inRoom?.nickname ?? found.nicknameFor(entering.nickname)
    found.tellTip(
      { session: null, nickname, memberId: member.id, lang },
      { id, amount, kind, typed, isPublic },
    )
    carryOut(found)
  })
})
