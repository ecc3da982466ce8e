/**
 * What follows by itself from what happens in a room: an accepted VIP is joined, after a paid session one goes on
 * watching free, and what found too few credits opens the window that says so. Steps of the state in, effects
 * as data out. Caller: the stream box, whose script comes later than the site's own reactions.
 */
import { concatMap, from, type Observable, pairwise } from "rxjs"
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect } from "./effect.ts"

type RoomEffect = Extract<Effect, { readonly _tag: "SendCommand" | "DispatchFact" }>

/** The service's word for a balance that does not reach (UA42). */
const TOO_FEW_CREDITS = "badRequest.deduct.credits.amount"

const join = ({ performerId }: RoomState, mode: "free" | "vip"): RoomEffect => ({
  _tag: "SendCommand",
  command: { _tag: "JoinRoom", performerId, mode },
  commandId: null,
})

const joinAccepted = (before: RoomState, after: RoomState): ReadonlyArray<RoomEffect> =>
  after.vip._tag === "Accepted" && before.vip._tag !== "Accepted" ? [join(after, "vip")] : []

/** Ends after which somebody is still here and would rather watch than look at nothing. */
const GOES_ON: ReadonlySet<string> = new Set(["requested", "vip_started", "lost", "default"])

const goOnFree = (before: RoomState, after: RoomState): ReadonlyArray<RoomEffect> => {
  const wasPaid = before.presence._tag === "Inside" && before.presence.mode !== "free"
  const { presence } = after
  return wasPaid && presence._tag === "Ended" && GOES_ON.has(presence.why)
    ? [join(after, "free")]
    : []
}

/** What was refused last for want of credits; null where nothing was. */
const shortOf = ({ presence, vip, tip, outgoing }: RoomState): object | null => {
  if (presence._tag === "Refused" && presence.label === TOO_FEW_CREDITS) return presence
  if (vip._tag === "Refused" && vip.label === TOO_FEW_CREDITS) return vip
  if (tip._tag === "Refused" && tip.label === TOO_FEW_CREDITS) return tip
  return outgoing.find(({ failure }) => failure === TOO_FEW_CREDITS) ?? null
}

const tellNoCredits = (before: RoomState, after: RoomState): ReadonlyArray<RoomEffect> => {
  const now = shortOf(after)
  return now !== null && now !== shortOf(before)
    ? [{ _tag: "DispatchFact", fact: { _tag: "DialogOpened", dialog: "noCredits" } }]
    : []
}

export const roomReactions = (state$: Observable<SiteState>): Observable<RoomEffect> =>
  state$.pipe(
    pairwise(),
    concatMap(([{ room: before }, { room: after }]) => {
      if (before === after || before === null || after === null) return []
      if (before.performerId !== after.performerId) return []
      return from([
        ...joinAccepted(before, after),
        ...goOnFree(before, after),
        ...tellNoCredits(before, after),
      ])
    }),
  )
