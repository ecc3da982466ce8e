/**
 * This document's client facts about the room: its requests, their failures, and what the visitor does to the
 * player and the windows. Pure.
 *
 * Invariants: a new request clears an earlier refusal; a visitor who is inside stays inside while another mode
 * is requested; at most 20 own lines wait.
 */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import { inRoom, knownRoom, put } from "./room-change.ts"
import { unsent, without } from "./room-conversation.ts"
import { asksAnew, isTooFew } from "./room-credits.ts"
import { withTab } from "./room-lines.ts"
import { modeBefore } from "./room-presence.ts"
import type { OwnLine } from "./room-state.ts"
import { unstopped, VIP_NONE } from "./room-vip.ts"
import type { Slice } from "./slice.ts"

const MAX_OUTGOING = 20

export const roomClientFacts = {
  CommandSent: (batch, { commandId, command, performerId, message, messageType, mode }, { at }) => {
    if (performerId === undefined) return
    if (command === "JoinRoom" && mode !== undefined) {
      const shown = asksAnew(knownRoom(batch.state.room, performerId))
      // A visitor who is inside stays there until the answer arrives.
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
      if (command === "StopVip") return { ...room, vipStopRefusal: null }
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
        return {
          ...room,
          presence: { _tag: "Refused", mode: room.presence.mode, label, until: null },
        }
      }
      const isOwn = room.outgoing.some((line) => line.commandId === commandId)
      if (isOwn) {
        return { ...room, outgoing: unsent(room.outgoing, commandId, label) }
      }
      if (isOf("SendTip") || isOf("SendToyTip")) {
        return { ...room, tip: { _tag: "Unknown", at } }
      }
      if (isOf("StopVip")) return unstopped(room, label)
      return isOf("RequestVip") ? { ...room, vip: { _tag: "Refused", label, until: null } } : room
    })
  },
  DialogClosed: (batch, { dialog }) => {
    if (dialog === "noCredits") inRoom(batch, asksAnew)
  },
  // Opening the wallet clears the message about too few credits.
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
  // These only serve readers of the log.
  PictureStateChanged: () => {},
  PictureMeasured: () => {},
  // The gateway needs this one too.
  PictureSeen: () => {},
  OwnLineDiscarded: (batch, { commandId }) =>
    inRoom(batch, (room) => ({ ...room, outgoing: without(room.outgoing, commandId) })),
  ReceiptClosed: (batch) => inRoom(batch, (room) => ({ ...room, receipt: null })),
} satisfies Slice["facts"]
