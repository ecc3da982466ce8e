/**
 * How a fact changes the room that is shown: a change is a function from a room to the next one, and is applied
 * here. Pure.
 *
 * Invariants: the batch is written to only where the room is another object than before; a fact about another
 * performer's room than the one that is shown changes nothing, unless a room begins with it.
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

/** A handler of each fact of a room: each part has some of them, room.ts has all. */
export type RoomHandlers = Pick<Required<Slice["events"]>, RoomTag>

/** As it is known, or a new one. What a session elsewhere cost stays to be read; sound stays on. */
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

/** For facts about the room that is shown; those about another are passed by. */
export const here =
  <Tag extends RoomTag>(change: Change<Tag>) =>
  (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope): void => {
    const { room } = batch.state
    if (room === null || room.performerId !== ofPerformer(event)) return
    put(batch, change(room, event, envelope, batch))
  }

/** For facts that begin with a room: another performer's takes the place of the one that is shown. */
export const enters =
  <Tag extends "RoomJoined" | "RoomJoinRefused">(change: Change<Tag>) =>
  (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope): void => {
    const shown = knownRoom(batch.state.room, ofPerformer(event))
    put(batch, change(shown, event, envelope, batch))
  }

/** For what names no performer, or one whose room need not be the one that is shown. */
export const inRoom = (batch: Batch, change: (room: RoomState) => RoomState): void => {
  const { room } = batch.state
  if (room !== null) put(batch, change(room))
}

/** Nobody asks any more why the visitor is not called as they were. */
export const withChosenName = (room: RoomState): RoomState => {
  const { formerNameRefusal: _, ...chosen } = room
  return chosen
}

/** Whether this document asked for it. */
export const isAsked = ({ state }: Batch, { cause }: OpenEnvelope): boolean =>
  cause !== undefined && Object.hasOwn(state.pending.commands, cause)
