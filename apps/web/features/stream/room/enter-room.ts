/**
 * Entering a performer's room free, which needs no press: when its profile is opened, and already before that is
 * drawn, for drawing it takes as long as the answer.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { RoomState } from "@foldcast/folds/room-state"
import { profilePath } from "@foldcast/rules/grid/resources"
import { isOnline } from "@foldcast/rules/performer-status"
import type { SiteRuntime } from "../../../runtime/site-runtime.ts"
import { followedProfile } from "../../performers/followed-profile.ts"
import { documentRoomOf } from "./document-room.ts"
import { sendInRoom } from "./send-in-room.ts"

/** Null: this document was never in it. */
export const isOutsideRoom = (room: RoomState | null): boolean => {
  if (room === null) return true
  const { presence } = room
  if (presence._tag === "Outside") return true
  // The page was put away, or another one shown, and this one is back.
  const isBack = (why: string) => why === "unloaded" || why === "lost" || why === "requested"
  // After a paid session the reactions go on with what is free.
  return presence._tag === "Ended" && presence.mode !== "chat" && presence.mode !== "vip"
    ? isBack(presence.why)
    : false
}

/** Answers once its picture is asked for too, or cannot be. */
export const joinFree = (runtime: SiteRuntime, performerId: string): Promise<void> => {
  sendInRoom(runtime, { _tag: "JoinRoom", performerId, mode: "free" })
  return documentRoomOf(runtime)
    .requestVideoEarly(performerId)
    .catch(() => {})
}

/** Milliseconds that drawing the profile waits at most until it is asked. */
const ON_ITS_WAY_MS = 50

/**
 * Answers when it is on its way; undefined where nothing is asked. What needs more than that, such as leaving another
 * room first, is left to the stream box.
 */
const enterAhead = (
  runtime: SiteRuntime,
  profile: PerformerProfile,
): Promise<unknown> | undefined => {
  const { performerId, onlineStatus } = profile
  const { room } = runtime.getState()
  const isHers = room?.performerId === performerId
  if (!isHers && room?.presence._tag === "Inside") return undefined
  if (!isOnline(onlineStatus) || !isOutsideRoom(isHers ? room : null)) return undefined
  if (runtime.getConnection()._tag !== "Live") return undefined
  documentRoomOf(runtime).setProfile(profile)
  const offered = joinFree(runtime, performerId)
  // What was asked before waits for the same (session-mutex.ts).
  return Promise.race([
    Promise.all([runtime.settled(), offered]),
    new Promise<void>((resolve) => {
      setTimeout(resolve, ON_ITS_WAY_MS)
    }),
  ])
}

followedProfile.ask = (name, locale, runtime) => {
  const profile = runtime.queries.getQueryData<PerformerProfile>([profilePath(name, locale)])
  return profile === undefined ? undefined : enterAhead(runtime, profile)
}
