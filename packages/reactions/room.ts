/**
 * What follows by itself from what happens in a room: an accepted VIP is joined, after a paid session one goes on
 * watching free, and what found too few credits opens the window that says so. Steps of the state in, effects
 * as data out. Caller: the stream's own script, which comes later than the site's reactions.
 */
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

/**
 * Ends after which somebody is still here and would rather watch than look at nothing. Those that a notice tells
 * of are not among them.
 */
const GOES_ON: ReadonlySet<string> = new Set(["requested", "switched", "lost", "default"])

const goOnFree = (before: RoomState, after: RoomState): ReadonlyArray<RoomEffect> => {
  const wasPaid = before.presence._tag === "Inside" && before.presence.mode !== "free"
  const { presence } = after
  const isGone = after.mode === "offline"
  // Who closes the stream in a corner has left it for good.
  const isClosed = before.miniPlayer && presence._tag === "Ended" && presence.why === "requested"
  return wasPaid && !isGone && !isClosed && presence._tag === "Ended" && GOES_ON.has(presence.why)
    ? [join(after, "free")]
    : []
}

const tellNoCredits = (before: RoomState, after: RoomState): ReadonlyArray<RoomEffect> =>
  after.shortFor !== null && after.shortFor !== before.shortFor
    ? [{ _tag: "DispatchFact", fact: { _tag: "DialogOpened", dialog: "noCredits" } }]
    : []

/** Who watched as a guest, or would have, goes on as the member that they are now (AUTH-18). */
const joinAsMember = (before: SiteState, { account, room }: SiteState) => {
  const isLogIn = before.account.identity._tag === "Guest" && account.identity._tag === "Member"
  if (!isLogIn || room === null) return []
  const { presence } = room
  const isOver = presence._tag === "Ended" && presence.why !== "guest_expired"
  return presence._tag === "Outside" || presence._tag === "Joining" || isOver
    ? []
    : [join(room, "free")]
}

export const roomReactions = (state$: Observable<SiteState>): Observable<RoomEffect> =>
  state$.pipe(
    pairwise(),
    concatMap(([was, is]) => {
      const [before, after] = [was.room, is.room]
      if (before === null || after === null) return []
      if (before.performerId !== after.performerId) return []
      return from([
        ...joinAsMember(was, is),
        ...joinAccepted(before, after),
        ...goOnFree(before, after),
        ...tellNoCredits(before, after),
      ])
    }),
  )
