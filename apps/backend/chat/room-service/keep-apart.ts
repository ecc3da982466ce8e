/**
 * What a block does in rooms: the member's sessions with that performer end, and an entry that is on its way is refused.
 * Whoever blocks has left by themselves; whom she blocks is sent out. Later entries ask the database.
 *
 * Invariant: an entry finds either the stored block, or what is noted here after it was stored.
 */
import { Effect } from "effect"
import type { BlockAuthor, BlockPair } from "../../blocks/block-store.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

const limitsOf = ({ limits, now }: RoomServiceDeps, memberId: string) =>
  limits.of({ memberId, browser: "", address: "", lang: "nl" }, now())

export const keepApart = (
  deps: RoomServiceDeps,
  { memberId, performerId }: BlockPair,
  by: BlockAuthor,
) =>
  Effect.sync(() => {
    const { registry, now, runEffects } = deps
    limitsOf(deps, memberId).keptApart(performerId, now())
    for (const { room, session } of registry.sessionsOf(memberId)) {
      if (room.host.id !== performerId) continue
      room.kick(session, by === "member" ? "blocked" : "kicked", now())
      runEffects(room)
    }
  })

export const letMeet = (deps: RoomServiceDeps, { memberId, performerId }: BlockPair) =>
  Effect.sync(() => limitsOf(deps, memberId).mayMeet(performerId))
