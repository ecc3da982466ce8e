/**
 * A tip that is given outside the chat (`POST /tip`), to a performer by her name.
 *
 * Invariant: it is paid whether or not her room is open; whoever was sent out of it gives her nothing.
 */
import { Effect } from "effect"
import { sameKey } from "@foldcast/rules/names/same-key"
import { Database } from "../../db/database.ts"
import { badRequest, notFound, refusing } from "../../http/refused.ts"
import type { Ids } from "../../ids.ts"
import type { Member } from "../../members/member.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import { performerNamed } from "../../performers/performer-store.ts"
import { nothingToSee, refused, tooOften } from "../room/refusals.ts"
import { payTip, tipKindOf } from "../tips.ts"
import type { LimitsOfViewers } from "../viewer-limits.ts"
import type { CarryOut } from "./carry-out.ts"
import { enteringName } from "./entering-name.ts"
import type { OpenRooms } from "./open-rooms.ts"

/** `username` is the performer's. */
export interface TipOutside {
  readonly id: string
  readonly username: string
  readonly amount: number
  readonly text: string
  readonly isPublic: boolean
}

export const makeTipOutside = Effect.fnUntraced(function* (
  open: OpenRooms,
  carryOut: CarryOut,
  limitsOf: LimitsOfViewers,
) {
  const database = yield* Database
  const context = yield* Effect.context<Database | OutboxRelay | Ids>()

  return Effect.fn("chat.tipOutside")(function* (
    member: Member,
    lang: "nl" | "en",
    { id, username, amount, text: typed, isPublic }: TipOutside,
  ) {
    const kind = tipKindOf(amount, "gift", undefined) ?? tipKindOf(amount, "wink", undefined)
    if (kind === null) return yield* badRequest("amount")
    yield* refusing(nothingToSee(typed))
    const found = open.all().find(({ host }) => sameKey(host.name) === sameKey(username))
    const limits = limitsOf.of({ memberId: member.id, browser: "", address: "", lang }, open.now())
    const wait = limits.actions.take(open.now())
    if (wait > 0) return yield* tooOften(wait)
    // Of a performer whose room nobody has open, the history names her all the same.
    const performerId = found?.host.id ?? (yield* performerNamed(database, username))
    if (performerId === null) return yield* notFound()
    if (limits.closedFor(performerId, open.now()) > 0) return yield* refused("sentOut")
    const paid = yield* Effect.provide(
      payTip(member.id, { id, amount, kind, performerId }),
      context,
    )
    if (found === undefined || !paid.now) return
    const inRoom = found.sessions().find(({ memberId }) => memberId === member.id)
    const entering = yield* Effect.provide(enteringName(found.host, member), context)
    const nickname = inRoom?.nickname ?? found.nameFor(entering.nickname)
    found.tipped(
      { session: null, nickname, memberId: member.id, lang },
      { id, amount, kind, typed, isPublic },
    )
    carryOut(found)
  })
})
