/**
 * What whoever acts for a performer (a desk, the demo's host) may do in her room, and sees there. Without an open room
 * nothing happens.
 *
 * Invariant: it reaches her own room and no other.
 */
import type {
  UpstreamKickReason,
  UpstreamRoomMode,
} from "@foldcast/contracts/upstream/chat-service"
import type { BackendIdsShape } from "../../ids.ts"
import { camBackPath } from "../engine/engine-connections.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import { isPresent, type ChatSession } from "../room-model/chat-session.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

export interface HostControl {
  /** False where nobody receives it: no such session, or no text. */
  readonly say: (text: string, to: string | null) => boolean
  readonly announce: (text: string) => void
  readonly accept: (session: string) => void
  readonly decline: (session: string, reason: string | null) => void
  /** Of this session; null: of everybody in VIP. */
  readonly stopVip: (session: string | null) => void
  readonly kick: (session: string, reason: UpstreamKickReason) => void
  readonly endCamBack: (session: string) => void
  /** Changes the room's mode, whoever is in it. */
  readonly switchTo: (mode: Exclude<UpstreamRoomMode, "vip">) => void
  /** Who is there, oldest first. */
  readonly viewers: () => ReadonlyArray<HostViewer>
  /** The account behind a session; null for guests, and where there is none. */
  readonly memberOf: (session: string) => string | null
  /** Null where her room is not open. */
  readonly mode: () => UpstreamRoomMode | null
}

/** A viewer as the performer sees them. */
export interface HostViewer {
  readonly session: string
  readonly nickname: string
  readonly isGuest: boolean
  readonly mode: ChatSession["mode"]
  readonly waitsForVip: boolean
  readonly camBack: "off" | "starting" | "sending"
}

const viewerSeen = (session: ChatSession, isSent: boolean): HostViewer => ({
  session: session.id,
  nickname: session.nickname,
  isGuest: session.memberId === null,
  mode: session.mode,
  waitsForVip: session.requestedVipAt !== null,
  camBack: session.camBack ? (isSent ? "sending" : "starting") : "off",
})

export const makeHostControl =
  ({ registry, now, runEffects, broadcasts }: RoomServiceDeps, ids: BackendIdsShape) =>
  (performerId: string): HostControl => {
    const inRoom = (work: (room: ChatRoom) => void) => {
      const room = registry.of(performerId)
      if (room === undefined) return
      work(room)
      runEffects(room)
    }
    const withSession = (id: string, work: (room: ChatRoom, session: ChatSession) => void) =>
      inRoom((room) => {
        const session = room.session(id)
        if (session !== undefined) work(room, session)
      })
    return {
      say: (typed, to) => {
        let isSaid = false
        inRoom((room) => {
          const session = to === null ? null : room.session(to)
          if (session === undefined) return
          isSaid = room.sendHostMessage({ id: ids.next("msg"), typed, to: session })
        })
        return isSaid
      },
      announce: (text) => inRoom((room) => room.sendAnnouncement(ids.next("msg"), text)),
      accept: (id) => withSession(id, (room, session) => room.acceptVip(session, ids.next("cs"))),
      decline: (id, reason) => withSession(id, (room, session) => room.declineVip(session, reason)),
      stopVip: (id) =>
        id === null
          ? inRoom((room) => room.hostStopsVip(null, now()))
          : withSession(id, (room, session) => room.hostStopsVip(session, now())),
      kick: (id, reason) => withSession(id, (room, session) => room.kick(session, reason, now())),
      endCamBack: (id) => withSession(id, (room, session) => room.hostEndsCamBack(session)),
      switchTo: (mode) => inRoom((room) => room.switchTo(mode, now())),
      viewers: () =>
        (registry.of(performerId)?.sessions() ?? [])
          .filter(isPresent)
          .map((session) => viewerSeen(session, broadcasts.isPublished(camBackPath(session.id)))),
      memberOf: (id) => registry.of(performerId)?.session(id)?.memberId ?? null,
      mode: () => registry.of(performerId)?.mode ?? null,
    }
  }
