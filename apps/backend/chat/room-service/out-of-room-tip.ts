/**
 * A tip from outside the chat (`POST /tip`), to a performer by her name.
 *
 * Invariants: it is paid whether or not her room is open; while she is in VIP only her viewer there can tip her; a
 * viewer who was sent out of the room, or whom a block keeps away, cannot tip her.
 */
import { Effect } from "effect"
import { sameKey } from "@foldcast/rules/names/same-key"
import { blockRefusal } from "../../blocks/block-refusal.ts"
import { SqlDatabase } from "../../db/database.ts"
import { badRequest, failIfRefused, notFound } from "../../http/refused.ts"
import type { StoredMember } from "../../members/member.ts"
import { performerByName } from "../../performers/performer-store.ts"
import { payTip } from "../billing/tips.ts"
import { modeOfStatus } from "../room-model/mode-bits.ts"
import { invisibleTextRefusal, roomRefused, tooManyAttempts } from "../room-model/refusals.ts"
import { tipKindOf } from "../room-model/tip-kind.ts"
import { busyRefusal } from "../room-model/tipping.ts"
import { entryName } from "./entry-name.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

export interface OutOfRoomTip {
  readonly id: string
  /** The performer's. */
  readonly username: string
  readonly amount: number
  readonly text: string
  readonly isPublic: boolean
}

export const tipOutOfRoom = Effect.fn("chat.tipOutside")(function* (
  { registry, now, limits: viewers, runEffects }: RoomServiceDeps,
  member: StoredMember,
  lang: "nl" | "en",
  { id, username, amount, text: typed, isPublic }: OutOfRoomTip,
) {
  const kind = tipKindOf(amount, "gift", undefined) ?? tipKindOf(amount, "wink", undefined)
  if (kind === null) return yield* badRequest("amount")
  yield* failIfRefused(invisibleTextRefusal(typed))
  const room = registry.all().find(({ host }) => sameKey(host.name) === sameKey(username))
  const limits = viewers.of({ memberId: member.id, browser: "", address: "", lang }, now())
  const wait = limits.actions.take(now())
  if (wait > 0) return yield* tooManyAttempts(wait)
  // The member's history names a performer whose room is not open too.
  const listed = room === undefined ? yield* performerByName(yield* SqlDatabase, username) : null
  const performerId = room?.host.id ?? listed?.id
  if (performerId === undefined) return yield* notFound()
  const pair = { memberId: member.id, performerId }
  yield* failIfRefused(yield* blockRefusal(yield* SqlDatabase, pair))
  if (limits.closedFor(performerId, now()) > 0) return yield* roomRefused("sentOut")
  const sessions = room?.sessions().filter(({ memberId }) => memberId === member.id) ?? []
  const inRoom = sessions.find((session) => session.mode === "vip") ?? sessions[0]
  const mode = room?.mode ?? modeOfStatus(listed?.online_status ?? 0)
  yield* failIfRefused(busyRefusal(mode, inRoom?.mode ?? null))
  const paid = yield* payTip(member.id, { id, amount, kind, performerId })
  if (room === undefined || !paid.now) return
  const entering = yield* entryName(room.host, member)
  const nickname = inRoom?.nickname ?? room.nicknameFor(entering.nickname)
  room.tellTip(
    { session: null, nickname, memberId: member.id, lang },
    { id, amount, kind, typed, isPublic },
  )
  runEffects(room)
})
