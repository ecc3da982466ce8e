/**
 * Which room a fact changes: the shown one, or the one that it enters. The parts of the room's slice are handlers
 * `(room, event) → room` for a room that is there; here they become handlers of the slice, which is null before the
 * first room. Pure.
 *
 * Invariant: a fact about another performer's room changes nothing, except a fact that enters a room.
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { roomFacts } from "@foldcast/contracts/stream/room"
import { newRoom } from "./new-room.ts"
import type { RoomState } from "./room-state.ts"
import type { SiteState } from "./site-state.ts"
import type { EventHandlers } from "./slice.ts"

export type RoomTag = (typeof roomFacts)[number]["Type"]["_tag"]

/** One handler for each room fact: each part has some of them, room.ts has all. */
export type RoomHandlers = Pick<EventHandlers<RoomState>, RoomTag>

type Shown = RoomState | null

/** The known room, or a new one for another performer. The last receipt and the sound setting carry over. */
export const knownRoom = (known: Shown, performerId: string): RoomState => {
  if (known === null) return newRoom(performerId)
  const { receipt, isMuted } = known
  return known.performerId === performerId ? known : { ...newRoom(performerId), receipt, isMuted }
}

type Handler = (room: RoomState, content: object, around: object, site: SiteState) => RoomState

/** The same handlers, for a room that may not be there. */
type OfShown<Handlers> = {
  readonly [Tag in keyof Handlers]: Handlers[Tag] extends (
    room: RoomState,
    ...rest: infer Rest
  ) => RoomState
    ? (shown: Shown, ...rest: Rest) => Shown
    : never
}

/** `roomOf` answers null for a fact that changes nothing. */
const forRoom = <Handlers extends object>(
  handlers: Handlers,
  roomOf: (shown: Shown, fact: object) => Shown,
): OfShown<Handlers> =>
  Object.fromEntries(
    Object.entries(handlers).map(([tag, handler]) => [
      tag,
      (shown: Shown, fact: object, around: object, site: SiteState) => {
        const room = roomOf(shown, fact)
        return room === null ? shown : (handler as Handler)(room, fact, around, site)
      },
    ]),
  ) as OfShown<Handlers>

/** Every fact of a room names its performer. */
const ofPerformer = (fact: object): string => (fact as { readonly performerId: string }).performerId

/** For facts about the shown room; facts about another room are ignored. */
export const forShownRoom = <Handlers extends object>(handlers: Handlers): OfShown<Handlers> =>
  forRoom(handlers, (shown, fact) => (shown?.performerId === ofPerformer(fact) ? shown : null))

/** For facts that enter a room: another performer's room replaces the shown one. */
export const forEnteredRoom = <Handlers extends object>(handlers: Handlers): OfShown<Handlers> =>
  forRoom(handlers, (shown, fact) => knownRoom(shown, ofPerformer(fact)))

/** For facts without a performer, or whose performer may differ from the shown room's. */
export const forAnyRoom = <Handlers extends object>(handlers: Handlers): OfShown<Handlers> =>
  forRoom(handlers, (shown) => shown)

/** Drops the reason why the visitor lost the former name. */
export const withChosenName = (room: RoomState): RoomState => {
  const { formerNameRefusal: _, ...chosen } = room
  return chosen
}

/** Whether a pending command of this document caused it. */
export const isAsked = ({ pending }: SiteState, { cause }: OpenEnvelope): boolean =>
  cause !== undefined && Object.hasOwn(pending.commands, cause)
