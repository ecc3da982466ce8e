/** Chat service answers to entering a room → facts. Pure. */
import type { Event } from "@foldcast/contracts/stream/event"
import type { JoinMode } from "@foldcast/contracts/stream/room"
import type {
  JoinAnswer,
  PaidMode,
  SetLobbyAnswer,
} from "@foldcast/contracts/upstream/chat-service"
import { REFUSAL_LABELS, UNLISTED_LABEL } from "@foldcast/contracts/upstream/refusal-words"

const nameRefused = (label: string | undefined) =>
  label === undefined ? {} : { nicknameRefused: REFUSAL_LABELS.has(label) ? label : UNLISTED_LABEL }

const settingsOf = (
  performerId: string,
  { messagePrice, toySecondsPerLevel }: SetLobbyAnswer["room"],
): ReadonlyArray<Event> =>
  messagePrice === undefined && toySecondsPerLevel === undefined
    ? []
    : [
        {
          _tag: "RoomSettingsChanged",
          performerId,
          ...(messagePrice !== undefined && { messagePrice }),
          ...(toySecondsPerLevel !== undefined && { toySecondsPerLevel }),
        },
      ]

/** The facts of entering free chat: the join, and the room's present state. */
export const lobbyEntered = (
  performerId: string,
  { session: sessionId, nickname, nicknameRefused, freeSecondsLeft, room }: SetLobbyAnswer,
): ReadonlyArray<Event> => [
  {
    _tag: "RoomJoined",
    performerId,
    mode: "free",
    sessionId,
    nickname,
    ...nameRefused(nicknameRefused),
    creditsPerMinute: 0,
    ...(freeSecondsLeft !== undefined && { freeSecondsLeft }),
  },
  { _tag: "RoomModeSwitched", performerId, mode: room.mode },
  ...(room.hasVideo === undefined
    ? []
    : [{ _tag: room.hasVideo ? "VideoAvailable" : "VideoDenied", performerId } as const]),
  ...(room.hasSound === undefined
    ? []
    : [{ _tag: room.hasSound ? "AudioAvailable" : "AudioDenied", performerId } as const]),
  {
    _tag: "RoomMembersListed",
    performerId,
    count: Math.max(0, room.count),
    nicknames: room.members,
  },
  ...settingsOf(performerId, room),
]

export const paidRoomEntered = (
  performerId: string,
  mode: PaidMode,
  { session: sessionId, nickname, nicknameRefused, creditsPerMinute }: JoinAnswer,
): ReadonlyArray<Event> => [
  {
    _tag: "RoomJoined",
    performerId,
    mode,
    sessionId,
    nickname,
    ...nameRefused(nicknameRefused),
    creditsPerMinute,
  },
]

export const joinRefused = (
  performerId: string,
  mode: JoinMode,
  { label, waitSeconds }: { readonly label: string; readonly waitSeconds?: number },
): Event => ({
  _tag: "RoomJoinRefused",
  performerId,
  mode,
  label,
  ...(waitSeconds !== undefined && { waitSeconds }),
})
