/**
 * Joins a performer's room free, which needs no press: when the profile is opened, and already before it is rendered,
 * because rendering takes as long as the answer.
 */
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { isMember } from "@foldcast/folds/account"
import type { RoomState } from "@foldcast/folds/room-state"
import { profilePath } from "@foldcast/rules/grid/resources"
import { isOnline } from "@foldcast/rules/performer-status"
import type { SiteState } from "@foldcast/folds/site-state"
import type { SiteRuntime } from "../../../runtime/site-runtime.ts"
import { followedProfile } from "../../performers/followed-profile.ts"
import { documentRoomOf } from "./document-room.ts"
import { sendInRoom } from "./send-in-room.ts"

/** Null: this document was never in it. */
export const isOutsideRoom = (room: RoomState | null): boolean => {
  if (room === null) return true
  const { presence } = room
  if (presence._tag === "Outside") return true
  // The page was hidden or left, and is shown again.
  const isBack = (why: string) => why === "unloaded" || why === "lost" || why === "requested"
  // After a paid session packages/reactions joins free by itself.
  return presence._tag === "Ended" && presence.mode !== "chat" && presence.mode !== "vip"
    ? isBack(presence.why)
    : false
}

/**
 * Whether opening the profile enters the room: what an earlier stay there came to was told then. Another tab keeps what
 * it has, and a guest's free time stays used.
 */
export const isEnteredByOpening = (state: SiteState, performerId: string): boolean => {
  const { room } = state
  if (room?.performerId !== performerId) return true
  const { presence } = room
  switch (presence._tag) {
    case "Outside":
      return true
    case "Joining":
    case "Inside":
      return false
    case "Ended":
      if (presence.why === "guest_expired") return isMember(state)
      return presence.why !== "duplicate_session"
    case "Refused":
      if (presence.label === "guestExpired") return isMember(state)
      return presence.label !== NO_COOKIE
  }
}

/** Resolves when the video's offer is made, or cannot be. */
export const joinFree = (runtime: SiteRuntime, performerId: string): Promise<void> => {
  sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
  return documentRoomOf(runtime)
    .requestVideoEarly(performerId)
    .catch(() => {})
}

/** Longest time that rendering the profile waits for the requests to be sent. */
const SENT_WITHIN_MS = 50

/**
 * Resolves when the requests are sent; undefined where none is. A case that needs more, such as leaving another room
 * first, is left to the stream box.
 */
const joinAhead = (
  runtime: SiteRuntime,
  profile: PerformerProfile,
): Promise<unknown> | undefined => {
  const { performerId, onlineStatus } = profile
  const state = runtime.getState()
  if (state.room?.presence._tag === "Inside") return undefined
  if (!isOnline(onlineStatus) || !isEnteredByOpening(state, performerId)) return undefined
  if (runtime.getConnection()._tag !== "Live") return undefined
  documentRoomOf(runtime).setProfile(profile)
  const offered = joinFree(runtime, performerId)
  // Earlier commands wait for the same mutex (session-mutex.ts).
  return Promise.race([
    Promise.all([runtime.settled(), offered]),
    new Promise<void>((resolve) => {
      setTimeout(resolve, SENT_WITHIN_MS)
    }),
  ])
}

followedProfile.ask = (name, locale, runtime) => {
  const profile = runtime.queries.getQueryData<PerformerProfile>([profilePath(name, locale)])
  return profile === undefined ? undefined : joinAhead(runtime, profile)
}
