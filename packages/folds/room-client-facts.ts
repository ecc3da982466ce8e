/**
 * This document's client facts about the room: its requests, their failures, and what the visitor does to the
 * player and the windows. Pure.
 *
 * Invariants: a new request clears an earlier refusal; a visitor who is inside stays inside while another mode
 * is requested; who joins again after a notice meets no earlier one; at most 20 own lines wait.
 */
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import { forAnyRoom, knownRoom } from "./room-change.ts"
import { unsent, without } from "./room-conversation.ts"
import { asksAnew, isTooFew } from "./room-credits.ts"
import { withTab } from "./room-lines.ts"
import { modeBefore } from "./room-presence.ts"
import type { OwnLine, RoomState } from "./room-state.ts"
import { unstopped, VIP_NONE } from "./room-vip.ts"
import { goesOnFree } from "./session-end.ts"
import { type ClientFactHandlers, withChanges } from "./slice.ts"
import { withNewest } from "./with-newest.ts"

const MAX_OUTGOING = 20

/** A request about the room that is shown. */
const requested = (
  room: RoomState,
  { commandId, command, message, messageType = "room" }: ClientFactOf<"CommandSent">,
  at: number,
): RoomState => {
  if (command === "ChangeNickname") return withChanges(room, { nicknameRefusal: null })
  if (command === "SendTip" || command === "SendToyTip") return { ...room, tip: { _tag: "None" } }
  if (command === "StopVip") return withChanges(room, { vipStopRefusal: null })
  if (command === "RequestVip") return { ...room, vip: VIP_NONE }
  if (command !== "SendRoomMessage" || message === undefined) return room
  const line: OwnLine = { commandId, at, message, messageType, failure: null }
  return { ...room, outgoing: withNewest(room.outgoing, line, MAX_OUTGOING) }
}

/** After an end or a refusal that was shown, the news of before is old. What nobody knows is still to be said. */
const withoutOldNews = (room: RoomState): RoomState => {
  const { presence, tip, vip, vipHold } = room
  if (presence._tag === "Outside" || goesOnFree(presence)) return room
  return {
    ...room,
    tip: tip._tag === "Unknown" ? tip : { _tag: "None" },
    vip: vip._tag === "Accepted" ? vip : VIP_NONE,
    vipHold: vipHold?._tag === "Held" ? vipHold : null,
    nicknameRefusal: null,
  }
}

/** What told of too few credits was read, or more are being bought: nothing goes on telling of them. */
const withoutShortage = (room: RoomState): RoomState => {
  const { tip, vip } = room
  return withChanges(asksAnew(room), {
    tip: isTooFew(tip) ? { _tag: "None" } : tip,
    vip: isTooFew(vip) ? VIP_NONE : vip,
  })
}

/** Facts about the room that is there, if one is. */
const factsInside = {
  CommandFailed: (room, { commandId, label }, { at }, { pending: { failures } }) => {
    const isOf = (command: CommandTag) => failures[command]?.commandId === commandId
    const { presence, outgoing } = room
    if (presence._tag === "Joining" && presence.commandId === commandId) {
      return { ...room, presence: { _tag: "Refused", mode: presence.mode, label, until: null } }
    }
    const isOwn = outgoing.some((line) => line.commandId === commandId)
    if (isOwn) return { ...room, outgoing: unsent(outgoing, commandId, label) }
    if (isOf("SendTip") || isOf("SendToyTip")) return { ...room, tip: { _tag: "Unknown", at } }
    if (isOf("StopVip")) return unstopped(room, label)
    return isOf("RequestVip") ? { ...room, vip: { _tag: "Refused", label, until: null } } : room
  },
  DialogClosed: (room, { dialog }) => (dialog === "noCredits" ? withoutShortage(room) : room),
  WalletOpened: withoutShortage,
  LiveTabSelected: (room, { tab }) => withTab(room, tab),
  Muted: (room) => withChanges(room, { isMuted: true }),
  Unmuted: (room) => withChanges(room, { isMuted: false }),
  MiniPlayerShown: (room) => withChanges(room, { miniPlayer: true }),
  MiniPlayerHidden: (room) => withChanges(room, { miniPlayer: false }),
  // These only serve readers of the log.
  PictureStateChanged: (room) => room,
  PictureMeasured: (room) => room,
  // The gateway needs this one too.
  PictureSeen: (room) => room,
  OwnLineDiscarded: (room, { commandId }) =>
    withChanges(room, { outgoing: without(room.outgoing, commandId) }),
  ReceiptClosed: (room) => withChanges(room, { receipt: null }),
} satisfies Partial<ClientFactHandlers<RoomState>>

export const roomClientFacts = {
  ...forAnyRoom(factsInside),
  CommandSent: (shown, fact, { at }) => {
    const { commandId, command, performerId, mode } = fact
    if (performerId === undefined) return shown
    if (command === "JoinRoom" && mode !== undefined) {
      const room = asksAnew(knownRoom(shown, performerId))
      // A visitor who is inside stays there until the answer arrives.
      if (room.presence._tag === "Inside") return room
      const before = modeBefore(room)
      return { ...withoutOldNews(room), presence: { _tag: "Joining", mode, commandId, before } }
    }
    return shown?.performerId === performerId ? requested(asksAnew(shown), fact, at) : shown
  },
} satisfies Partial<ClientFactHandlers<RoomState | null>>
