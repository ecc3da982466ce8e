/**
 * The room that this document is in: who is there, what was said, what it costs. It joins the site's fold with
 * the stream's own script (with-room.ts): a document that has none never asks to join a room, so it is told of
 * none. Null until the first of its facts.
 *
 * A fact about another performer's room than the one that is shown changes nothing.
 */
import type { CommandTag } from "@foldcast/contracts/commands/command-tags"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { EventOf, EventTag } from "@foldcast/contracts/stream/event"
import type { JoinMode, roomFacts } from "@foldcast/contracts/stream/room"
import { MESSAGE_PRICE, TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { Batch } from "./batch.ts"
import { roomOf, roomOfOwn, withLine, withSystemLine, withTab } from "./room-lines.ts"
import type { CreditsShortFor, OwnLine, RoomAction, RoomState } from "./room-state.ts"
import type { Slice } from "./slice.ts"

const EMPTY = { lines: [], unseen: 0 } as const

/** Before anything is known of it. */
export const newRoom = (performerId: string): RoomState => ({
  performerId,
  presence: { _tag: "Outside" },
  mode: null,
  members: { count: 0, nicknames: [] },
  rooms: { public: EMPTY, private: EMPTY, vip: EMPTY },
  outgoing: [],
  tabs: { active: 0, previous: 0 },
  vip: { _tag: "None" },
  paid: null,
  receipt: null,
  tip: { _tag: "None" },
  nicknameRefusal: null,
  isInterrupted: false,
  isMuted: true,
  miniPlayer: false,
  creditsKicked: false,
  shortFor: null,
  dialIn: false,
  camBack: "off",
  camBackRefusal: null,
  player: { error: null, audio: "unknown", video: "unknown", videoTold: 0 },
  toy: { isConnected: true, movesUntil: 0, level: 0, failure: null },
  settings: { messagePrice: MESSAGE_PRICE, hasToy: false, chatLocale: null },
})

const MAX_OUTGOING = 20
const MAX_NICKNAMES = 50

type RoomTag = (typeof roomFacts)[number]["Type"]["_tag"]
type Change<Tag extends EventTag> = (
  room: RoomState,
  event: EventOf<Tag>,
  envelope: OpenEnvelope,
  batch: Batch,
) => RoomState

/** As it is known, or a new one. What a session elsewhere cost stays to be read; sound stays on. */
const knownRoom = (known: RoomState | null, performerId: string): RoomState => {
  if (known === null) return newRoom(performerId)
  const { receipt, isMuted } = known
  return known.performerId === performerId ? known : { ...newRoom(performerId), receipt, isMuted }
}

const put = (batch: Batch, room: RoomState) => {
  if (batch.state.room !== room) batch.set("room", room)
}

/** Every fact of a room names its performer. */
const ofPerformer = (event: object): string =>
  (event as { readonly performerId: string }).performerId

/** For facts about the room that is shown; those about another are passed by. */
const here =
  <Tag extends RoomTag>(change: Change<Tag>) =>
  (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope): void => {
    const { room } = batch.state
    if (room === null || room.performerId !== ofPerformer(event)) return
    put(batch, change(room, event, envelope, batch))
  }

/** For facts that begin with a room: another performer's takes the place of the one that is shown. */
const enters =
  <Tag extends "RoomJoined" | "RoomJoinRefused">(change: Change<Tag>) =>
  (batch: Batch, event: EventOf<Tag>, envelope: OpenEnvelope): void => {
    const shown = knownRoom(batch.state.room, ofPerformer(event))
    put(batch, change(shown, event, envelope, batch))
  }

const action = (
  room: RoomState,
  { id, at }: OpenEnvelope,
  what: RoomAction,
  detail: string | null = null,
): RoomState => withSystemLine(room, { _tag: "Action", id, at, action: what, detail })

const without = (outgoing: ReadonlyArray<OwnLine>, commandId: string | undefined) =>
  commandId === undefined || !outgoing.some((line) => line.commandId === commandId)
    ? outgoing
    : outgoing.filter((line) => line.commandId !== commandId)

const unsent = (outgoing: ReadonlyArray<OwnLine>, commandId: string | undefined, failure: string) =>
  outgoing.map((line) => (line.commandId === commandId ? { ...line, failure } : line))

/** Whether this document asked for it. */
const isAsked = ({ state }: Batch, { cause }: OpenEnvelope): boolean =>
  cause !== undefined && Object.hasOwn(state.pending.commands, cause)

/** A tip that this document asked for is its outcome too. */
const withGiven = (
  room: RoomState,
  amount: number,
  envelope: OpenEnvelope,
  batch: Batch,
): RoomState =>
  isAsked(batch, envelope) ? { ...room, tip: { _tag: "Given", amount, at: envelope.at } } : room

/** A refusal, and what for where it was for want of credits. */
const refused = (room: RoomState, label: string, what: CreditsShortFor): RoomState =>
  label === TOO_FEW_CREDITS_LABEL ? { ...room, shortFor: what } : room

const ended = (room: RoomState, why: Extract<RoomState["presence"], { _tag: "Ended" }>["why"]) => {
  const { presence } = room
  const mode = presence._tag === "Inside" || presence._tag === "Joining" ? presence.mode : null
  return {
    ...room,
    presence: presence._tag === "Ended" ? presence : ({ _tag: "Ended", mode, why } as const),
    isInterrupted: false,
    camBack: "off" as const,
    dialIn: false,
    miniPlayer: false,
    vip: room.vip._tag === "Requested" || room.vip._tag === "Running" ? VIP_NONE : room.vip,
  }
}

const VIP_NONE = { _tag: "None" } as const

/** The meter stands while there is nothing to see, and goes on from there; the next fact says what was charged. */
const withMeter = (room: RoomState, at: number): RoomState => {
  const { paid, mode, isInterrupted } = room
  if (paid === null) return room
  const isRunning = !paid.isHeld && mode !== "paused" && mode !== "offline" && !isInterrupted
  if (paid.isRunning === isRunning) return room
  const elapsed = paid.isRunning ? Math.max(0, Math.floor((at - paid.at) / 1_000)) : 0
  const covered = Math.floor((paid.credits * 60) / paid.creditsPerMinute) - paid.seconds
  const passed = Math.max(0, Math.min(elapsed, covered))
  return { ...room, paid: { ...paid, seconds: paid.seconds + passed, at, isRunning } }
}

/** What was refused leaves as they are a request that waits, and VIP that runs. */
const unlessRunning = ({ vip }: RoomState, refusal: RoomState["vip"]): RoomState["vip"] =>
  vip._tag === "Requested" || vip._tag === "Running" ? vip : refusal

/** A request is of one session: whoever is let in under another one waits no more. */
const stillAsked = ({ vip, presence }: RoomState, sessionId: string): RoomState["vip"] => {
  const isSame = presence._tag === "Inside" && presence.sessionId === sessionId
  return vip._tag === "Running" || (vip._tag === "Requested" && !isSame) ? VIP_NONE : vip
}

/** How VIP went is told until something else is paid for. */
const vipIn = (room: RoomState, mode: JoinMode, sessionId: string): RoomState["vip"] => {
  if (mode === "vip") return { _tag: "Running" }
  const vip = stillAsked(room, sessionId)
  return mode === "chat" && vip._tag !== "Requested" ? VIP_NONE : vip
}

const events = {
  RoomJoined: enters<"RoomJoined">((room, event, { at }) => {
    const { mode, sessionId, nickname, creditsPerMinute, freeSecondsLeft = null } = event
    const { presence } = room
    const isSame = presence._tag === "Inside" && presence.sessionId === sessionId
    return {
      ...withTabOf(room, mode),
      // It was shown in the session before, and ended with it.
      camBack: isSame ? room.camBack : "off",
      presence: {
        _tag: "Inside",
        mode,
        sessionId,
        nickname,
        creditsPerMinute,
        freeTime:
          freeSecondsLeft === null ? null : { secondsLeft: freeSecondsLeft, at, isRunning: true },
      },
      isInterrupted: false,
      creditsKicked: mode === "free" ? room.creditsKicked : false,
      receipt: mode === "free" ? room.receipt : null,
      vip: vipIn(room, mode, sessionId),
      // A call's tariff is the whole price: no other chat costs no credits.
      dialIn: mode === "chat" && creditsPerMinute === 0,
    }
  }),
  RoomJoinRefused: enters<"RoomJoinRefused">((room, { mode, label }) => {
    const told = refused(room, label, mode === "vip" ? "vip" : "joining")
    return room.presence._tag === "Inside"
      ? {
          ...told,
          vip: mode === "vip" ? unlessRunning(room, { _tag: "Refused", label }) : room.vip,
        }
      : { ...told, presence: { _tag: "Refused", mode, label } }
  }),
  FreeTimeChanged: here<"FreeTimeChanged">((room, { secondsLeft, isRunning }, { at }) => {
    const { presence } = room
    if (presence._tag !== "Inside" || presence.freeTime === null) return room
    return { ...room, presence: { ...presence, freeTime: { secondsLeft, at, isRunning } } }
  }),
  RoomLeft: here<"RoomLeft">((room, { reason }) =>
    ended(room, reason === "kicked" ? "default" : reason),
  ),
  RoomMembersListed: here<"RoomMembersListed">((room, { count, nicknames }) => ({
    ...room,
    members: { count, nicknames },
  })),
  RoomMemberJoined: here<"RoomMemberJoined">((room, { nickname }) => {
    const { count, nicknames } = room.members
    if (nicknames.includes(nickname)) return room
    return {
      ...room,
      members: { count: count + 1, nicknames: [...nicknames, nickname].slice(0, MAX_NICKNAMES) },
    }
  }),
  RoomMemberLeft: here<"RoomMemberLeft">((room, { nickname }) => {
    const { count, nicknames } = room.members
    return {
      ...room,
      members: {
        count: Math.max(0, count - 1),
        nicknames: nicknames.filter((name) => name !== nickname),
      },
    }
  }),
  HostLeft: here<"HostLeft">((room, _, envelope) => action(room, envelope, "hostLeft")),
  RoomMessageReceived: here<"RoomMessageReceived">((room, event, envelope, batch) => {
    const { messageId: id, from, message, messageType, recipient } = event
    const own = room.outgoing.find(
      ({ commandId }) => commandId === envelope.cause || commandId === id,
    )
    const isOwn = own !== undefined || isAsked(batch, envelope)
    const name =
      own === undefined ? roomOf(room, messageType, recipient) : roomOfOwn(room, own.messageType)
    const line = {
      _tag: "Said",
      id,
      at: envelope.at,
      from,
      message,
      messageType,
      recipient,
      isOwn,
    } as const
    return withLine({ ...room, outgoing: without(room.outgoing, own?.commandId) }, name, line)
  }),
  RoomMessageRefused: here<"RoomMessageRefused">((room, { label }, { cause }) => ({
    ...refused(room, label, "chat"),
    outgoing: unsent(room.outgoing, cause, label),
  })),
  NicknameChanged: here<"NicknameChanged">((room, { from, to }, envelope) => {
    const { presence, members } = room
    const isMine = presence._tag === "Inside" && presence.nickname === from
    const renamed: RoomState = {
      ...room,
      presence: isMine ? { ...presence, nickname: to } : presence,
      nicknameRefusal: isMine ? null : room.nicknameRefusal,
      members: {
        ...members,
        nicknames: members.nicknames.map((name) => (name === from ? to : name)),
      },
    }
    return isMine ? action(renamed, envelope, "nicknameChanged", to) : renamed
  }),
  NicknameRefused: here<"NicknameRefused">((room, { label }) => ({
    ...room,
    nicknameRefusal: label,
  })),
  FreeChatStarted: here<"FreeChatStarted">((room, _, envelope) =>
    action({ ...room, mode: "free" }, envelope, "freeChatStarted"),
  ),
  FreeChatStopped: here<"FreeChatStopped">((room, _, envelope) =>
    action(
      { ...room, mode: room.mode === "free" ? "chat" : room.mode },
      envelope,
      "freeChatStopped",
    ),
  ),
  RoomModeSwitched: here<"RoomModeSwitched">((room, { mode }, envelope) => {
    const switched = withMeter({ ...room, mode }, envelope.at)
    if (mode === room.mode || room.mode === null) return switched
    if (mode === "paused") return action(switched, envelope, "paused")
    return mode === "vip" && room.vip._tag !== "Accepted" && room.vip._tag !== "Running"
      ? action(switched, envelope, "vipStarted")
      : switched
  }),
  RoomAnnounced: here<"RoomAnnounced">((room, { messageId: id, message }, { at }) =>
    withSystemLine(room, { _tag: "Announced", id, at, message }),
  ),
  RoomSettingsChanged: here<"RoomSettingsChanged">((room, event) => {
    const { _tag, performerId: _, ...told } = event
    return { ...room, settings: { ...room.settings, ...told } }
  }),
  RoomCustomReceived: here<"RoomCustomReceived">((room) => room),
  RoomStopped: here<"RoomStopped">((room, { reason }) => ended(room, reason)),
  RoomClosed: here<"RoomClosed">((room, _, envelope) =>
    action({ ...room, mode: "offline" }, envelope, "roomClosed"),
  ),
  Kicked: here<"Kicked">((room, { reason }) => ({
    ...ended(room, reason),
    creditsKicked: reason === "credits",
    shortFor: reason === "credits" ? "stream" : room.shortFor,
  })),
  PlayerFailed: here<"PlayerFailed">((room, { code }) => ({
    ...room,
    player: { ...room.player, error: code },
  })),
  AudioAvailable: here<"AudioAvailable">((room) => withMedia(room, { audio: "available" })),
  AudioDenied: here<"AudioDenied">((room) => withMedia(room, { audio: "denied" })),
  VideoAvailable: here<"VideoAvailable">((room) =>
    withMedia(room, {
      video: "available",
      error: null,
      videoTold: room.player.videoTold + 1,
    }),
  ),
  VideoDenied: here<"VideoDenied">((room) => withMedia(room, { video: "denied" })),
  VipRequested: here<"VipRequested">((room, _, envelope) =>
    action({ ...room, vip: { _tag: "Requested", at: envelope.at } }, envelope, "vipRequested"),
  ),
  VipAccepted: here<"VipAccepted">((room, _, envelope) =>
    action({ ...room, vip: { _tag: "Accepted", at: envelope.at } }, envelope, "vipAccepted"),
  ),
  VipDeclined: here<"VipDeclined">((room, { reason = null }, envelope) =>
    action({ ...room, vip: { _tag: "Declined", reason } }, envelope, "vipDeclined", reason),
  ),
  VipStopped: here<"VipStopped">((room, _, envelope) => {
    return room.vip._tag === "Requested"
      ? action({ ...room, vip: VIP_NONE }, envelope, "vipTakenBack")
      : action({ ...room, vip: { _tag: "Stopped" } }, envelope, "vipStopped")
  }),
  VipDisconnected: here<"VipDisconnected">((room, _, envelope) =>
    action({ ...room, vip: { _tag: "Disconnected" } }, envelope, "vipDisconnected"),
  ),
  VipRefused: here<"VipRefused">((room, { label }) => ({
    ...refused(room, label, "vip"),
    vip: unlessRunning(room, { _tag: "Refused", label }),
  })),
  TipReceived: here<"TipReceived">((room, event, envelope, batch) => {
    const { tipId: id, from, amount, tipType, message } = event
    const line = { _tag: "Tipped", id, at: envelope.at, from, amount, tipType, message } as const
    return withSystemLine(withGiven(room, amount, envelope, batch), line)
  }),
  TipRefused: here<"TipRefused">((room, { label }, { at }) => ({
    ...refused(room, label, "tip"),
    tip: { _tag: "Refused", label, at },
  })),
  TipUnknown: here<"TipUnknown">((room, _, { at }) => ({ ...room, tip: { _tag: "Unknown", at } })),
  ToyActivated: here<"ToyActivated">((room, { level, seconds }, envelope) => ({
    ...action(room, envelope, "toyMoves"),
    toy: { isConnected: true, level, movesUntil: envelope.at + 1_000 * seconds, failure: null },
  })),
  ToyFailed: here<"ToyFailed">((room, { code }) => ({
    ...room,
    toy: { ...room.toy, failure: code, movesUntil: 0 },
  })),
  ToyClientChanged: here<"ToyClientChanged">((room, { connected }) => ({
    ...room,
    toy: { ...room.toy, isConnected: connected },
  })),
  ToyTipReceived: here<"ToyTipReceived">((room, event, envelope, batch) => {
    const { tipId: id, from, amount, intensity, level, seconds, message } = event
    const line = {
      _tag: "ToyTipped",
      id,
      at: envelope.at,
      from,
      amount,
      intensity,
      level,
      seconds,
      message,
    } as const
    return withSystemLine(withGiven(room, amount, envelope, batch), line)
  }),
  CamBackStarted: here<"CamBackStarted">((room) => ({
    ...room,
    camBack: "on",
    camBackRefusal: null,
  })),
  CamBackStopRequested: here<"CamBackStopRequested">((room) => ({
    ...room,
    camBack: room.camBack === "off" ? "off" : "stopAsked",
  })),
  CamBackStopped: here<"CamBackStopped">((room) => ({ ...room, camBack: "off" })),
  CamBackRefused: here<"CamBackRefused">((room, { label }) => ({
    ...room,
    camBackRefusal: label,
  })),
  PaidTimeStarted: here<"PaidTimeStarted">((room, event, { at }) => {
    const { sessionId, mode, creditsPerMinute } = event
    const figures = { credits: 0, seconds: 0, at, isHeld: false, isRunning: true }
    const paid = { sessionId, mode, creditsPerMinute, ...figures }
    return withMeter({ ...room, paid, receipt: null, creditsKicked: false }, at)
  }),
  PaidTimeCharged: here<"PaidTimeCharged">((room, event, { at }) => {
    const { paid } = room
    if (paid?.sessionId !== event.sessionId) return room
    const { credits, seconds, isRunning = !paid.isHeld } = event
    const told = { ...paid, credits, seconds, at, isHeld: !isRunning }
    return withMeter({ ...room, paid: told }, at)
  }),
  /** Also of a room that was left for another one. */
  PaidTimeEnded: (batch, event) => {
    inRoom(batch, (room) => {
      const { performerId, sessionId, credits, seconds, reason, movementIds } = event
      const { paid } = room
      const mode = paid?.sessionId === sessionId ? paid.mode : "chat"
      return {
        ...room,
        paid: paid?.sessionId === sessionId ? null : paid,
        receipt: { performerId, sessionId, mode, credits, seconds, reason, movementIds },
      }
    })
  },
} satisfies Pick<Required<Slice["events"]>, RoomTag>

const withMedia = (room: RoomState, player: Partial<RoomState["player"]>): RoomState => ({
  ...room,
  player: { ...room.player, ...player },
})

/** The tab that shows where somebody is. */
const TAB_OF = { free: 0, chat: 1, vip: 3 } as const

/** Paid time opens its own tab; watching free after it goes back to the one before (CHAT-29). */
const withTabOf = (room: RoomState, mode: JoinMode): RoomState => {
  const before = modeBefore(room)
  if (before === mode) return room
  if (mode !== "free") return withTab(room, TAB_OF[mode])
  const isAtPaid = before !== null && before !== "free" && room.tabs.active === TAB_OF[before]
  return isAtPaid ? withTab(room, room.tabs.previous) : room
}

/** How this document was in the room last; null: it was not. */
const modeBefore = ({ presence }: RoomState): JoinMode | null => {
  switch (presence._tag) {
    case "Inside":
    case "Ended":
      return presence.mode
    case "Joining":
      return presence.before
    case "Outside":
    case "Refused":
      return null
  }
}

const inRoom = (batch: Batch, change: (room: RoomState) => RoomState): void => {
  const { room } = batch.state
  if (room !== null) put(batch, change(room))
}

/** What was short before is not what is asked for now. */
const asksAnew = (room: RoomState): RoomState =>
  room.shortFor === null ? room : { ...room, shortFor: null }

const isTooFew = (outcome: RoomState["tip"] | RoomState["vip"]): boolean =>
  outcome._tag === "Refused" && outcome.label === TOO_FEW_CREDITS_LABEL

const isOfChat = (source: string) => source === "chat-socket" || source === "performer-service"

export const roomSlice = {
  events: {
    ...events,
    StreamReset: (batch) => batch.reset("room"),
    LoggedOut: (batch) => batch.reset("room"),
    SourceInterrupted: (batch, { source }, { at }) => {
      if (isOfChat(source)) {
        inRoom(batch, (room) => withMeter({ ...room, isInterrupted: true }, at))
      }
    },
    SourceRestored: (batch, { source }, { at }) => {
      if (isOfChat(source)) {
        inRoom(batch, (room) => withMeter({ ...room, isInterrupted: false }, at))
      }
    },
  },
  facts: {
    CommandSent: (
      batch,
      { commandId, command, performerId, message, messageType, mode },
      { at },
    ) => {
      if (performerId === undefined) return
      if (command === "JoinRoom" && mode !== undefined) {
        const shown = asksAnew(knownRoom(batch.state.room, performerId))
        // Who is inside stays there until the answer has come.
        const presence =
          shown.presence._tag === "Inside"
            ? shown.presence
            : ({ _tag: "Joining", mode, commandId, before: modeBefore(shown) } as const)
        put(batch, { ...shown, presence })
        return
      }
      inRoom(batch, (known) => {
        if (known.performerId !== performerId) return known
        const room = asksAnew(known)
        if (command === "ChangeNickname") return { ...room, nicknameRefusal: null }
        if (command === "SendTip" || command === "SendToyTip") {
          return { ...room, tip: { _tag: "None" } }
        }
        if (command === "RequestVip") return { ...room, vip: VIP_NONE }
        if (command !== "SendRoomMessage" || message === undefined) return room
        const line: OwnLine = {
          commandId,
          at,
          message,
          messageType: messageType ?? "room",
          failure: null,
        }
        return { ...room, outgoing: [...room.outgoing, line].slice(-MAX_OUTGOING) }
      })
    },
    CommandFailed: (batch, { commandId, label }, { at }) => {
      const { failures } = batch.state.pending
      const isOf = (command: CommandTag) => failures[command]?.commandId === commandId
      inRoom(batch, (room) => {
        if (room.presence._tag === "Joining" && room.presence.commandId === commandId) {
          return { ...room, presence: { _tag: "Refused", mode: room.presence.mode, label } }
        }
        const isOwn = room.outgoing.some((line) => line.commandId === commandId)
        if (isOwn) {
          return { ...room, outgoing: unsent(room.outgoing, commandId, label) }
        }
        if (isOf("SendTip") || isOf("SendToyTip")) {
          return { ...room, tip: { _tag: "Unknown", at } }
        }
        return isOf("RequestVip") ? { ...room, vip: { _tag: "Refused", label } } : room
      })
    },
    DialogClosed: (batch, { dialog }) => {
      if (dialog === "noCredits") inRoom(batch, asksAnew)
    },
    // Who buys credits is told no more that there were too few.
    WalletOpened: (batch) =>
      inRoom(batch, (known) => {
        const room = asksAnew(known)
        const { tip, vip } = room
        return {
          ...room,
          tip: isTooFew(tip) ? { _tag: "None" } : tip,
          vip: isTooFew(vip) ? VIP_NONE : vip,
        }
      }),
    LiveTabSelected: (batch, { tab }) => inRoom(batch, (room) => withTab(room, tab)),
    Muted: (batch) => inRoom(batch, (room) => ({ ...room, isMuted: true })),
    Unmuted: (batch) => inRoom(batch, (room) => ({ ...room, isMuted: false })),
    MiniPlayerShown: (batch) => inRoom(batch, (room) => ({ ...room, miniPlayer: true })),
    MiniPlayerHidden: (batch) => inRoom(batch, (room) => ({ ...room, miniPlayer: false })),
    // Told for whoever reads the log.
    PictureStateChanged: () => {},
    PictureMeasured: () => {},
    OwnLineDiscarded: (batch, { commandId }) =>
      inRoom(batch, (room) => ({ ...room, outgoing: without(room.outgoing, commandId) })),
    ReceiptClosed: (batch) => inRoom(batch, (room) => ({ ...room, receipt: null })),
  },
} satisfies Slice
