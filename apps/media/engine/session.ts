/** A session of the embedded engine: one WebRTC connection that publishes at a path or watches it. */
import type { RTCPeerConnection } from "werift"
import type { LoopPlayer } from "../loops/loop-player.ts"
import type { ReceivedTraffic } from "./datagram-filter.ts"
import type { PeerPublisher } from "./peer-publisher.ts"
import type { PeerViewer } from "./peer-viewer.ts"
import type { PortRange } from "./port-slots.ts"
import type { SessionScope } from "./session-scope.ts"
import type { SustainedRate } from "./sustained-rate.ts"
import type { ViewerSource } from "./viewer-source.ts"

interface OpenSession {
  readonly id: string
  readonly path: string
  /** Unguessable: its client ends the session by it. */
  readonly resource: string
  readonly pc: RTCPeerConnection
  readonly ports: PortRange
  readonly openedAtMs: number
  readonly rate: SustainedRate
  readonly received: ReceivedTraffic
  readonly scope: SessionScope
  /** Settles once the library has opened its sockets: closed earlier, it would open them all the same. */
  answered: Promise<unknown>
  isOver: boolean
}

export interface PublisherSession extends OpenSession {
  readonly side: "publish"
  readonly publisher: PeerPublisher
}

export interface ViewerSession extends OpenSession {
  readonly side: "watch"
  readonly viewer: PeerViewer
  /** Null: no loop stands in where nobody publishes. */
  readonly loop: LoopPlayer | null
  /** What it is sent now. */
  source: ViewerSource
}

export type WeriftSession = PublisherSession | ViewerSession

/** A session without what its side adds. */
export type SessionParts = OpenSession
