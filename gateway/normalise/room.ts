/**
 * Chat socket frames → facts of a room, one row per event. Pure: no clock, no I/O. `keep-alive` gives no fact;
 * rooms/ records the state of the connection.
 */
import type { Event } from "@foldcast/contracts/stream/event"
import { type JoinMode, KickReason, type LeaveReason } from "@foldcast/contracts/stream/room"
import type { ChatCall, ChatPayloads, DecodedChatFrame } from "../upstream/frame.ts"

export interface RoomOfFrame {
  readonly performerId: string
  /** The frame's session; null for a frame to the whole room. */
  readonly session: { readonly id: string; readonly mode: JoinMode } | null
}

type Rows = {
  readonly [Call in ChatCall]: (
    payload: ChatPayloads[Call],
    room: RoomOfFrame,
  ) => ReadonlyArray<Event>
}

const KNOWN_REASONS: ReadonlySet<string> = new Set(KickReason.literals)
const isKickReason = (reason: string): reason is KickReason => KNOWN_REASONS.has(reason)

/** An unlisted reason becomes the default one. Source: CHAT-18. */
export const kickReason = (reason: string): KickReason =>
  isKickReason(reason) ? reason : "default"

/** Characters of a custom event's data. */
const MAX_DATA = 4_000

/** Data over the limit is dropped whole, since a cut JSON text is invalid. */
const customText = (data: unknown): string => {
  const text = JSON.stringify(data ?? null)
  return text.length > MAX_DATA ? "null" : text
}

const plain =
  (
    _tag:
      | "AudioAvailable"
      | "AudioDenied"
      | "CamBackStopped"
      | "CamBackStopRequested"
      | "FreeChatStarted"
      | "FreeChatStopped"
      | "HostLeft"
      | "RoomClosed"
      | "VideoAvailable"
      | "VideoDenied"
      | "VipAccepted"
      | "VipRequested",
  ) =>
  (_payload: unknown, { performerId }: RoomOfFrame): ReadonlyArray<Event> => [{ _tag, performerId }]

const nothing = (): ReadonlyArray<Event> => []

/** The end of running VIP ends its session too. */
const vipOver =
  (_tag: "VipStopped" | "VipDisconnected", reason: LeaveReason) =>
  (_payload: unknown, { performerId, session }: RoomOfFrame): ReadonlyArray<Event> => [
    { _tag, performerId },
    ...(session?.mode === "vip" ? [{ _tag: "RoomLeft", performerId, reason } as const] : []),
  ]

/** Facts of paid time belong to one session; without a session there is no fact. */
const paid =
  <Payload>(fact: (payload: Payload, performerId: string, sessionId: string) => Event) =>
  (payload: Payload, { performerId, session }: RoomOfFrame): ReadonlyArray<Event> =>
    session === null ? [] : [fact(payload, performerId, session.id)]

const ROWS: Rows = {
  "keep-alive": nothing,
  "host-disconnected": plain("HostLeft"),
  "member-connected": ({ member: nickname }, { performerId }) => [
    { _tag: "RoomMemberJoined", performerId, nickname },
  ],
  "member-disconnected": ({ member: nickname }, { performerId }) => [
    { _tag: "RoomMemberLeft", performerId, nickname },
  ],
  "updated-members": ({ count, members: nicknames }, { performerId }) => [
    { _tag: "RoomMembersListed", performerId, count, nicknames },
  ],
  "request-vip": plain("VipRequested"),
  "accept-vip": plain("VipAccepted"),
  "stop-vip": vipOver("VipStopped", "requested"),
  "decline-vip": ({ reason }, { performerId }) => [
    { _tag: "VipDeclined", performerId, ...(reason !== undefined && { reason }) },
  ],
  "vip-disconnect": vipOver("VipDisconnected", "lost"),
  "start-freechat": plain("FreeChatStarted"),
  "stop-freechat": plain("FreeChatStopped"),
  "chat-switch": ({ mode }, { performerId }) => [{ _tag: "RoomModeSwitched", performerId, mode }],
  message: ({ id: messageId, from, message, messageType, recipient }, { performerId }) => [
    {
      _tag: "RoomMessageReceived",
      performerId,
      messageId,
      from,
      message,
      messageType,
      recipient,
    },
  ],
  tip: ({ id: tipId, from, amount, tipType, message, isPublic }, { performerId }) => [
    { _tag: "TipReceived", performerId, tipId, from, amount, tipType, message, isPublic },
  ],
  // Who hung up left by themselves.
  kick: ({ reason }, { performerId }) =>
    reason === "dialin_stopped"
      ? [{ _tag: "RoomLeft", performerId, reason }]
      : [
          { _tag: "Kicked", performerId, reason: kickReason(reason) },
          { _tag: "RoomLeft", performerId, reason: "kicked" },
        ],
  custom: ({ name, data }, { performerId }) => [
    { _tag: "RoomCustomReceived", performerId, name, data: customText(data) },
  ],
  "nickname-changed": ({ from, to }, { performerId }) => [
    { _tag: "NicknameChanged", performerId, from, to },
  ],
  "chat-stopped": ({ reason }, { performerId }) => [
    { _tag: "RoomStopped", performerId, reason: kickReason(reason) },
    { _tag: "RoomLeft", performerId, reason: "kicked" },
  ],
  "admin-message": ({ id: messageId, message }, { performerId }) => [
    { _tag: "RoomAnnounced", performerId, messageId, message },
  ],
  "updated-settings": (
    { messagePrice, hasToy, toySecondsPerLevel, chatLocale },
    { performerId },
  ) => [
    {
      _tag: "RoomSettingsChanged",
      performerId,
      ...(messagePrice !== undefined && { messagePrice }),
      ...(hasToy !== undefined && { hasToy }),
      ...(toySecondsPerLevel !== undefined && { toySecondsPerLevel }),
      ...(chatLocale !== undefined && { chatLocale }),
    },
  ],
  "player-error": ({ code }, { performerId }) => [{ _tag: "PlayerFailed", performerId, code }],
  "audio-available": plain("AudioAvailable"),
  "audio-denied": plain("AudioDenied"),
  "video-available": plain("VideoAvailable"),
  "video-denied": plain("VideoDenied"),
  "room-closed": plain("RoomClosed"),
  cybertoy: ({ level, seconds }, { performerId }) => [
    { _tag: "ToyActivated", performerId, level, seconds },
  ],
  "ft-error": ({ code }, { performerId }) => [{ _tag: "ToyFailed", performerId, code }],
  "ft-client": ({ connected }, { performerId }) => [
    { _tag: "ToyClientChanged", performerId, connected },
  ],
  "ft-tip": (tip, { performerId }) => [
    {
      _tag: "ToyTipReceived",
      performerId,
      tipId: tip.id,
      from: tip.from,
      amount: tip.amount,
      intensity: tip.intensity,
      level: tip.level,
      seconds: tip.seconds,
      message: tip.message,
      isPublic: tip.isPublic,
    },
  ],
  "stop-camback": plain("CamBackStopRequested"),
  "camback-stopped": plain("CamBackStopped"),
  "socket-disconnected": nothing,
  reconnected: nothing,
  "paid-time-started": paid(({ mode, creditsPerMinute }, performerId, sessionId) => ({
    _tag: "PaidTimeStarted",
    performerId,
    sessionId,
    mode,
    creditsPerMinute,
  })),
  "paid-time-charged": paid(({ credits, seconds, isRunning }, performerId, sessionId) => ({
    _tag: "PaidTimeCharged",
    performerId,
    sessionId,
    credits,
    seconds,
    ...(isRunning !== undefined && { isRunning }),
  })),
  "paid-time-ended": paid(
    ({ credits, seconds, reason, movements: movementIds }, performerId, sessionId) => ({
      _tag: "PaidTimeEnded",
      performerId,
      sessionId,
      credits,
      seconds,
      // A call has no paid time.
      reason: reason === "dialin_stopped" || reason === "blocked" ? "default" : reason,
      movementIds,
    }),
  ),
  "vip-held": ({ credits, joinWithinSeconds }, { performerId, session }) =>
    session === null ? [] : [{ _tag: "VipHeld", performerId, credits, joinWithinSeconds }],
  "vip-hold-ended": (
    { credits, isReturned, reason, waitSeconds, movements: movementIds },
    { performerId, session },
  ) =>
    session === null
      ? []
      : [
          {
            _tag: "VipHoldEnded",
            performerId,
            credits,
            isReturned,
            reason,
            ...(waitSeconds !== undefined && { waitSeconds }),
            movementIds,
          },
        ],
  "free-time": ({ seconds: secondsLeft, isRunning }, { performerId, session }) =>
    session?.mode === "free"
      ? [{ _tag: "FreeTimeChanged", performerId, secondsLeft, isRunning }]
      : [],
}

/** Whether the frame ends its session, or all sessions where it names none. */
export const endsSession = (
  { call }: Pick<DecodedChatFrame, "call">,
  { session }: RoomOfFrame,
): boolean => {
  // Without a session these end all sessions of the connection.
  if (call === "kick" || call === "chat-stopped") return true
  return session?.mode === "vip" && (call === "stop-vip" || call === "vip-disconnect")
}

export const normaliseChatFrame = (
  frame: DecodedChatFrame,
  room: RoomOfFrame,
): ReadonlyArray<Event> =>
  (
    ROWS[frame.call] as (
      payload: DecodedChatFrame["payload"],
      room: RoomOfFrame,
    ) => ReadonlyArray<Event>
  )(frame.payload, room)
