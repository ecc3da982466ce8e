/**
 * What a performer's side may do in her room, and whom it sees there. Nothing happens where she is in no room.
 *
 * Invariant: it reaches her own room and no other.
 */
import type {
  UpstreamKickReason,
  UpstreamRoomMode,
} from "@foldcast/contracts/upstream/chat-service"
import type { IdsShape } from "../../ids.ts"
import { type BroadcastsShape, camBackPath } from "../broadcasts.ts"
import type { Room } from "../room.ts"
import { isThere, type Session } from "../session.ts"
import type { CarryOut } from "./carry-out.ts"
import type { OpenRooms } from "./open-rooms.ts"

export interface HostControl {
  /** False where it reaches nobody: no such session, or no text. */
  readonly say: (text: string, to: string | null) => boolean
  readonly announce: (text: string) => void
  readonly accept: (session: string) => void
  readonly decline: (session: string, reason: string | null) => void
  /** Of this session; null: whoever is in VIP. */
  readonly stopVip: (session: string | null) => void
  readonly kick: (session: string, reason: UpstreamKickReason) => void
  readonly endCamBack: (session: string) => void
  /** She is somewhere else now, whoever is with her. */
  readonly switchTo: (mode: Exclude<UpstreamRoomMode, "vip">) => void
  /** Who is there, oldest first. */
  readonly viewers: () => ReadonlyArray<ViewerSeen>
  /** Null where she is in no room. */
  readonly mode: () => UpstreamRoomMode | null
}

/** A viewer as the performer sees them. */
export interface ViewerSeen {
  readonly session: string
  readonly nickname: string
  readonly isGuest: boolean
  readonly mode: Session["mode"]
  readonly waitsForVip: boolean
  readonly camBack: "off" | "starting" | "sending"
}

const viewerSeen = (session: Session, isSent: boolean): ViewerSeen => ({
  session: session.id,
  nickname: session.nickname,
  isGuest: session.memberId === null,
  mode: session.mode,
  waitsForVip: session.requestedVipAt !== null,
  camBack: session.camBack ? (isSent ? "sending" : "starting") : "off",
})

export const makeHostControl =
  (open: OpenRooms, carryOut: CarryOut, broadcasts: BroadcastsShape, ids: IdsShape) =>
  (performerId: string): HostControl => {
    const { now } = open
    const inRoom = (work: (room: Room) => void) => {
      const room = open.of(performerId)
      if (room === undefined) return
      work(room)
      carryOut(room)
    }
    const withSession = (id: string, work: (room: Room, session: Session) => void) =>
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
          isSaid = room.hostSays({ id: ids.next("msg"), typed, to: session })
        })
        return isSaid
      },
      announce: (text) => inRoom((room) => room.announce(ids.next("msg"), text)),
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
        (open.of(performerId)?.sessions() ?? [])
          .filter(isThere)
          .map((session) => viewerSeen(session, broadcasts.isPublished(camBackPath(session.id)))),
      mode: () => open.of(performerId)?.mode ?? null,
    }
  }
