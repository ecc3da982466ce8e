/**
 * Reactions to room events: an accepted VIP is joined, free chat follows a paid session, and a shortage of
 * credits opens its window. Steps of the state in, effects as data out.
 */
import { isPaidFor } from "@foldcast/folds/paid-for"
import { goesOnFree } from "@foldcast/folds/session-end"
import { concatMap, from, type Observable, pairwise } from "rxjs"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect } from "./effect.ts"

type RoomEffect =
  | (Extract<Effect, { readonly _tag: "SendCommand" }> & {
      readonly command: CommandOf<"JoinRoom">
    })
  | Extract<Effect, { readonly _tag: "DispatchFact" }>

const join = ({ performerId }: RoomState, mode: "free" | "vip"): RoomEffect => ({
  _tag: "SendCommand",
  command: { _tag: "JoinRoom", performerId, mode },
  commandId: null,
})

const joinAccepted = (before: RoomState, after: RoomState): ReadonlyArray<RoomEffect> =>
  after.vip._tag === "Accepted" && before.vip._tag !== "Accepted" ? [join(after, "vip")] : []

export interface RoomReactionDeps {
  /** Whether the document shows that performer's profile. */
  readonly isAt: (performerId: string) => boolean
}

const goOnFree = (
  before: RoomState,
  after: RoomState,
  { isAt }: RoomReactionDeps,
): ReadonlyArray<RoomEffect> => {
  const { presence } = after
  const isGone = after.mode === "offline"
  // A visitor who closes the corner player has left for good. On the performer's profile the corner does not
  // close a paid session, so leaving there continues in free chat.
  const isInCorner = before.miniPlayer && !isAt(after.performerId)
  const isClosed = isInCorner && presence._tag === "Ended" && presence.why === "requested"
  return isPaidFor(before) && !isGone && !isClosed && goesOnFree(presence)
    ? [join(after, "free")]
    : []
}

const tellNoCredits = (before: RoomState, after: RoomState): ReadonlyArray<RoomEffect> =>
  after.shortFor !== null && after.shortFor !== before.shortFor
    ? [{ _tag: "DispatchFact", fact: { _tag: "DialogOpened", dialog: "noCredits" } }]
    : []

/**
 * A guest who logs in on the profile continues as a member, or begins where a guest could not (AUTH-18).
 * Elsewhere nothing new begins; a stream in the small player continues there, without the guest's time limit.
 */
const joinAsMember = (
  before: SiteState,
  { account, room }: SiteState,
  { isAt }: RoomReactionDeps,
) => {
  const isLogIn = before.account.identity._tag === "Guest" && account.identity._tag === "Member"
  if (!isLogIn || room === null) return []
  const { presence, performerId } = room
  const isGuestsEnd = presence._tag === "Ended" && presence.why === "guest_expired"
  const begins = (isGuestsEnd || presence._tag === "Refused") && isAt(performerId)
  return presence._tag === "Inside" || begins ? [join(room, "free")] : []
}

export const roomReactions = (
  state$: Observable<SiteState>,
  deps: RoomReactionDeps,
): Observable<RoomEffect> =>
  state$.pipe(
    pairwise(),
    concatMap(([was, is]) => {
      const [before, after] = [was.room, is.room]
      if (before === null || after === null) return []
      if (before.performerId !== after.performerId) return []
      return from([
        ...joinAsMember(was, is, deps),
        ...joinAccepted(before, after),
        ...goOnFree(before, after, deps),
        ...tellNoCredits(before, after),
      ])
    }),
  )
