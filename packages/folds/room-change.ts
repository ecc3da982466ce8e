/**
 * Applies a fact to the room that is shown. A change is a function from a room to the next one. Pure.
 *
 * Invariants: the batch is written to only when the room object changes; a fact about another performer's room
 * changes nothing, except a fact that enters a room.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { EventOf, EventTag } from "@foldcast/contracts/stream/event"
import type { roomFacts } from "@foldcast/contracts/stream/room"
import type { Batch } from "./batch.ts"
import { newRoom } from "./new-room.ts"
import type { RoomState } from "./room-state.ts"
import type { Slice } from "./slice.ts"

type RoomTag = (typeof roomFacts)[number]["Type"]["_tag"]
type Change<Tag extends EventTag> = (
  room: RoomState,
  event: EventOf<Tag>,
  envelope: OpenEnvelope,
  batch: Batch,
) => RoomState

/** One handler for each room fact: each part has some of them, room.ts has all. */
export type RoomHandlers = Pick<Required<Slice["events"]>, RoomTag>

/** The known room, or a new one for another performer. The last receipt and the sound setting carry over. */
export const knownRoom = (known: RoomState | null, performerId: string): RoomState => {
  if (known === null) return newRoom(performerId)
  const { receipt, isMuted } = known
  return known.performerId === performerId ? known : { ...newRoom(performerId), receipt, isMuted }
}

export const put = (batch: Batch, room: RoomState) => {
  if (batch.state.room !== room) batch.set("room", room)
}

/** Every fact of a room names its performer. */
const ofPerformer = (event: object): string =>
  (event as { readonly performerId: string }).performerId

/** For facts about the shown room; facts about another room are ignored. */
export const here =
  <Tag extends RoomTag>(change: Change<Tag>) =>
  (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope): void => {
    const { room } = batch.state
    if (room === null || room.performerId !== ofPerformer(event)) return
    put(batch, change(room, event, envelope, batch))
  }

/** For facts that enter a room: another performer's room replaces the shown one. */
export const enters =
  <Tag extends "RoomJoined" | "RoomJoinRefused">(change: Change<Tag>) =>
  (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope): void => {
    const shown = knownRoom(batch.state.room, ofPerformer(event))
    put(batch, change(shown, event, envelope, batch))
  }

/** For facts without a performer, or whose performer may differ from the shown room's. */
export const inRoom = (batch: Batch, change: (room: RoomState) => RoomState): void => {
  const { room } = batch.state
  if (room !== null) put(batch, change(room))
}

/** Drops the reason why the visitor lost the former name. */
export const withChosenName = (room: RoomState): RoomState => {
  const { formerNameRefusal: _, ...chosen } = room
  return chosen
}

/** Whether a pending command of this document caused it. */
export const isAsked = ({ state }: Batch, { cause }: OpenEnvelope): boolean =>
  cause !== undefined && Object.hasOwn(state.pending.commands, cause)
