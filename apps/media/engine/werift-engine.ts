/**
 * The embedded engine: sessions, who publishes where, and what each viewer is sent. The packet path is plain code
 * (docs/architecture.md, L9).
 *
 * Invariants: a session that was closed or kicked sends and receives nothing from that moment on; a path has
 * one publisher at the most, the one whose packet came last to be the first; events are in order; what breaks in one
 * session, in its library's code or in ours, ends that session alone.
 */
import { randomBytes } from "node:crypto"
import { Result } from "effect"
import type { RTCPeerConnection } from "werift"
import type { LoopLibrary } from "../loops/loop-library.ts"
import { LoopPlayer } from "../loops/loop-player.ts"
import { OfferUnsupported, parseOffer, type SessionSide } from "../sdp/offer.ts"
import {
  type EngineAnswer,
  type EngineCounts,
  EngineFull,
  type EngineEvent,
  type MediaEngine,
  NothingToWatch,
  type EnginePublishRequest,
  type EngineRefusal,
  type SessionInfo,
  type EngineWatchRequest,
} from "./media-engine.ts"
import type { MediaPacket } from "../rtp/media-packet.ts"
import { answerOffer, type Network, openPeer } from "./peer.ts"
import { type PortRange, PortSlots } from "./port-slots.ts"
import { type ViewerSource, chooseSource } from "./viewer-source.ts"
import { PeerPublisher } from "./peer-publisher.ts"
import { noTraffic, type ReceivedTraffic } from "./datagram-filter.ts"
import { runGuarded, type SessionScope, runInScope } from "./session-scope.ts"
import { mayBeReplaced, isSilent } from "./silence.ts"
import { exceedsRate, SustainedRate } from "./sustained-rate.ts"
import { PeerViewer } from "./peer-viewer.ts"

export interface WeriftEngineOptions {
  readonly network: Network
  readonly ports: PortRange
  readonly maxPublishers: number
  readonly maxViewers: number
  /** Bits a second; who sends more for seconds is ended. */
  readonly maxPublisherBits: number
  /** Of a second, likewise. */
  readonly maxPublisherPackets: number
  readonly loops: LoopLibrary
  readonly onEvent: (event: EngineEvent) => void
  /** It ends by an error that nobody handled. */
  readonly onBroken: (session: SessionInfo, error: unknown) => void
  /** Milliseconds that never go back. */
  readonly now: () => number
  readonly random: () => number
}

interface Session {
  readonly id: string
  readonly path: string
  readonly resource: string
  readonly side: SessionSide
  readonly pc: RTCPeerConnection
  readonly ports: PortRange
  readonly openedAtMs: number
  readonly rate: SustainedRate
  readonly received: ReceivedTraffic
  readonly scope: SessionScope
  /** Its sockets are being opened until then: closed before, the library would open them all the same. */
  answered: Promise<unknown>
  isOver: boolean
}

interface PublisherSession extends Session {
  readonly side: "publish"
  readonly publisher: PeerPublisher
}

interface ViewerSession extends Session {
  readonly side: "watch"
  readonly viewer: PeerViewer
  readonly loop: LoopPlayer | null
  source: ViewerSource
}

interface Room {
  publisher: PublisherSession | null
  readonly viewers: Set<ViewerSession>
}

const TICK_MS = 1_000
const RESOURCE_BYTES = 24
/** A second, for seconds: control packets are few. */
const MAX_VIEWER_PACKETS = 1_000

/** Nobody has the answer of a session that is over, so nothing comes or goes while this waits. */
const closed = async ({ answered, pc }: Session): Promise<void> => {
  await answered
  await pc.close()
}

export class WeriftEngine implements MediaEngine {
  readonly #options: WeriftEngineOptions
  readonly #slots: PortSlots
  readonly #rooms = new Map<string, Room>()
  readonly #sessions = new Map<string, PublisherSession | ViewerSession>()
  readonly #resources = new Map<string, string>()
  readonly #closing = new Set<Promise<void>>()
  readonly #ticks: NodeJS.Timeout
  #bytesReceived = 0
  #bytesSent = 0
  #dropped = 0
  #floods = 0

  constructor(options: WeriftEngineOptions) {
    this.#options = options
    this.#slots = new PortSlots(options.ports)
    this.#ticks = setInterval(() => this.#tick(), TICK_MS)
    this.#ticks.unref()
  }

  async publish({
    id,
    path,
    offer,
  }: EnginePublishRequest): Promise<Result.Result<EngineAnswer, EngineRefusal>> {
    const offered = parseOffer(offer, "publish")
    if (Result.isFailure(offered)) return Result.fail(offered.failure)
    const ports = this.#slotFor("publish", id)
    if (ports === undefined) return Result.fail(new EngineFull())
    const scope = this.#scopeOf({ id, path, side: "publish" })
    return runInScope(scope, () => {
      const pc = openPeer(this.#options.network, ports)
      const publisher = new PeerPublisher(pc, this.#options.now)
      const session: PublisherSession = {
        ...this.#opened({ id, path }, pc, ports, scope),
        side: "publish",
        publisher,
      }
      this.#sessions.set(id, session)
      return this.#answer(session, offered.success.sdp, () => {
        publisher.listen({
          packet: (packet) => runGuarded(scope, () => this.#onPacket(session, packet)),
          senderTime: (time) => {
            for (const { viewer, source, scope: theirs } of this.#audience(session)) {
              if (source === "publisher") runGuarded(theirs, () => viewer.sendTime(time))
            }
          },
        })
      })
    })
  }

  async watch({
    id,
    path,
    offer,
    loop,
  }: EngineWatchRequest): Promise<Result.Result<EngineAnswer, EngineRefusal>> {
    const offered = parseOffer(offer, "watch")
    if (Result.isFailure(offered)) return Result.fail(offered.failure)
    const { videoCodecs } = offered.success
    const found = loop === null ? undefined : this.#options.loops.get(loop)
    const source = this.#source(path, videoCodecs, found !== undefined)
    if (source === "nothing") return Result.fail(new NothingToWatch())
    if (source === undefined) {
      return Result.fail(new OfferUnsupported({ sentence: "the offer decodes none of its codecs" }))
    }
    const ports = this.#slotFor("watch", id)
    if (ports === undefined) return Result.fail(new EngineFull())
    const scope = this.#scopeOf({ id, path, side: "watch" })
    return runInScope(scope, () => {
      const { now, random } = this.#options
      const pc = openPeer(this.#options.network, ports)
      const askForKeyFrame = () => runGuarded(scope, () => this.#askForKeyFrame(session))
      const viewer = new PeerViewer(pc, offered.success, { now, random, askForKeyFrame })
      const session: ViewerSession = {
        ...this.#opened({ id, path }, pc, ports, scope),
        side: "watch",
        viewer,
        loop:
          found === undefined ? null : new LoopPlayer(found, now, (packet) => viewer.send(packet)),
        source: "nothing",
      }
      this.#sessions.set(id, session)
      return this.#answer(session, offered.success.sdp, () => {
        viewer.listen()
        this.#room(path).viewers.add(session)
        this.#direct(session)
      })
    })
  }

  close(resource: string): Promise<boolean> {
    const session = this.#sessions.get(this.#resources.get(resource) ?? "")
    if (session === undefined) return Promise.resolve(false)
    this.#end(session, "left")
    return Promise.resolve(true)
  }

  kick(id: string): Promise<boolean> {
    const session = this.#sessions.get(id)
    if (session === undefined) return Promise.resolve(false)
    this.#end(session, "kicked")
    return Promise.resolve(true)
  }

  sessions(): Promise<ReadonlyArray<SessionInfo>> {
    return Promise.resolve(
      [...this.#sessions.values()].map(({ id, path, side }) => ({ id, path, side })),
    )
  }

  counts(): EngineCounts {
    let bytesReceived = this.#bytesReceived
    let bytesSent = this.#bytesSent
    let droppedDatagrams = this.#dropped
    let publishers = 0
    for (const session of this.#sessions.values()) {
      if (session.side === "publish") publishers += 1
      droppedDatagrams += session.received.dropped
      for (const transport of session.pc.dtlsTransports) {
        bytesReceived += transport.bytesReceived
        bytesSent += transport.bytesSent
      }
    }
    const viewers = this.#sessions.size - publishers
    const floods = this.#floods
    return { publishers, viewers, bytesReceived, bytesSent, droppedDatagrams, floods }
  }

  /** The ports of all sessions that are over are free. */
  async settled(): Promise<void> {
    await Promise.all(this.#closing)
  }

  /** Ends every session and waits until their ports are free. */
  async shutDown(): Promise<void> {
    clearInterval(this.#ticks)
    for (const session of this.#sessions.values()) this.#end(session, "kicked")
    await this.settled()
  }

  #scopeOf(seen: SessionInfo): SessionScope {
    const broke = (error: unknown) => {
      this.#options.onBroken(seen, error)
      const session = this.#sessions.get(seen.id)
      if (session !== undefined) this.#end(session, "left")
    }
    return { onError: broke }
  }

  #opened(
    { id, path }: { id: string; path: string },
    pc: RTCPeerConnection,
    ports: PortRange,
    scope: SessionScope,
  ) {
    const resource = randomBytes(RESOURCE_BYTES).toString("base64url")
    this.#resources.set(resource, id)
    const openedAtMs = this.#options.now()
    const answered = Promise.resolve()
    const rate = new SustainedRate()
    const received = noTraffic()
    return {
      ...{ id, path, resource, pc, ports, scope, openedAtMs, rate, received, answered },
      isOver: false,
    }
  }

  /** Ids are the caller's and new; one that is there already is refused like a full engine. */
  #slotFor(side: SessionSide, id: string): PortRange | undefined {
    if (this.#sessions.has(id)) return undefined
    const { maxPublishers, maxViewers } = this.#options
    const { publishers, viewers } = this.counts()
    const isFull = side === "publish" ? publishers >= maxPublishers : viewers >= maxViewers
    return isFull && !this.#madeWay(side) ? undefined : this.#slots.take()
  }

  /** The oldest that has not connected ends for a new one. */
  #madeWay(side: SessionSide): boolean {
    const atMs = this.#options.now()
    for (const session of this.#sessions.values()) {
      const { openedAtMs, pc } = session
      const isConnected = pc.connectionState === "connected"
      if (session.side !== side || !mayBeReplaced({ openedAtMs, isConnected }, atMs)) continue
      this.#end(session, "left")
      return true
    }
    return false
  }

  async #answer(
    session: PublisherSession | ViewerSession,
    offer: string,
    begin: () => void,
  ): Promise<Result.Result<EngineAnswer, EngineRefusal>> {
    const { network, now } = this.#options
    const { pc, ports, received } = session
    const options = { ports, received, now }
    const answered = answerOffer(pc, offer, network, options).catch(() => undefined)
    session.answered = answered
    const sdp = await answered
    // Kicked meanwhile, or the library knows better than sdp/offer.ts what it cannot answer.
    if (session.isOver) return Result.fail(new NothingToWatch())
    if (sdp === undefined) {
      this.#end(session, "kicked")
      return Result.fail(new OfferUnsupported({ sentence: "the offer cannot be answered" }))
    }
    pc.connectionStateChange.subscribe((state) => {
      if (state !== "failed" && state !== "closed") return
      runGuarded(session.scope, () => this.#end(session, "left"))
    })
    begin()
    return Result.succeed({ sdp, resource: session.resource })
  }

  #room(path: string): Room {
    const room = this.#rooms.get(path) ?? { publisher: null, viewers: new Set() }
    this.#rooms.set(path, room)
    return room
  }

  #audience(session: PublisherSession): Iterable<ViewerSession> {
    const room = this.#rooms.get(session.path)
    return room?.publisher === session ? room.viewers : []
  }

  #onPacket(session: PublisherSession, packet: MediaPacket): void {
    if (session.isOver) return
    const room = this.#room(session.path)
    if (room.publisher !== session) {
      // Its first packet: it takes over. One that was there before is over, so this is the newer one.
      const before = room.publisher
      room.publisher = session
      if (before === null) this.#options.onEvent({ kind: "published", path: session.path })
      else this.#end(before, "left")
      this.#directAll(room)
    }
    for (const { viewer, source, scope } of room.viewers) {
      if (source === "publisher") runGuarded(scope, () => viewer.send(packet))
    }
  }

  #source(path: string, codecs: PeerViewer["codecs"], hasLoop: boolean): ViewerSource | undefined {
    const publisher = this.#rooms.get(path)?.publisher?.publisher ?? null
    return chooseSource({ publisher, hasLoop, codecs })
  }

  /** Gives a viewer what is there for it now, whatever it had. */
  #direct(session: ViewerSession): void {
    const { path, viewer, loop } = session
    const source = this.#source(path, viewer.codecs, loop !== null)
    if (source === undefined) {
      this.#end(session, "left")
      return
    }
    loop?.stop()
    viewer.leaveSource()
    session.source = source
    this.#askForKeyFrame(session)
  }

  #directAll({ viewers }: Room): void {
    for (const session of viewers) runGuarded(session.scope, () => this.#direct(session))
  }

  #askForKeyFrame({ path, viewer, source, loop, isOver }: ViewerSession): void {
    if (isOver) return
    const asked = this.#rooms.get(path)?.publisher
    if (source === "publisher" && asked)
      runGuarded(asked.scope, () => asked.publisher.askForKeyFrame())
    if (source === "loop" && viewer.isConnected) loop?.start()
  }

  /** What was asked for may be lost; and what a publisher sends is known with its first picture. */
  #askAgain(session: ViewerSession): void {
    const { path, viewer, loop } = session
    const source = this.#source(path, viewer.codecs, loop !== null)
    if (source === undefined) this.#end(session, "left")
    else this.#askForKeyFrame(session)
  }

  #end(session: PublisherSession | ViewerSession, how: "kicked" | "left"): void {
    if (session.isOver) return
    session.isOver = true
    this.#sessions.delete(session.id)
    this.#resources.delete(session.resource)
    if (session.side === "watch") this.#endViewer(session)
    else this.#endPublisher(session)
    if (how === "left") {
      this.#options.onEvent({ kind: "left", path: session.path, id: session.id })
    }
    for (const transport of session.pc.dtlsTransports) {
      this.#bytesReceived += transport.bytesReceived
      this.#bytesSent += transport.bytesSent
    }
    this.#dropped += session.received.dropped
    const closing = closed(session)
      .catch(() => undefined)
      .finally(() => {
        this.#slots.release(session.ports)
        this.#closing.delete(closing)
      })
    this.#closing.add(closing)
  }

  #endViewer(session: ViewerSession): void {
    session.loop?.stop()
    const room = this.#rooms.get(session.path)
    room?.viewers.delete(session)
    this.#forgetIfEmpty(session.path)
  }

  #endPublisher(session: PublisherSession): void {
    session.publisher.close()
    const room = this.#rooms.get(session.path)
    if (room?.publisher !== session) return
    room.publisher = null
    this.#options.onEvent({ kind: "unpublished", path: session.path })
    this.#directAll(room)
    this.#forgetIfEmpty(session.path)
  }

  #forgetIfEmpty(path: string): void {
    const room = this.#rooms.get(path)
    if (room?.publisher === null && room.viewers.size === 0) this.#rooms.delete(path)
  }

  /** Of everything that its client sends, whatever it is. */
  #sendsTooMuch(session: PublisherSession | ViewerSession, atMs: number): boolean {
    const { bytes, datagrams } = session.received
    const { maxPublisherBits, maxPublisherPackets } = this.#options
    const most = {
      bits: maxPublisherBits,
      packets: session.side === "publish" ? maxPublisherPackets : MAX_VIEWER_PACKETS,
    }
    return exceedsRate(session.rate.add(atMs, { bits: bytes * 8, packets: datagrams }), most)
  }

  #tick(): void {
    const atMs = this.#options.now()
    for (const session of this.#sessions.values()) {
      runGuarded(session.scope, () => this.#look(session, atMs))
    }
  }

  #look(session: PublisherSession | ViewerSession, atMs: number): void {
    const { lastAtMs } = session.side === "publish" ? session.publisher : session.viewer
    if (isSilent(session.side, { openedAtMs: session.openedAtMs, lastAtMs }, atMs)) {
      this.#end(session, "left")
    } else if (this.#sendsTooMuch(session, atMs)) {
      this.#floods += 1
      this.#end(session, "left")
    } else if (session.side === "publish") session.publisher.sendEstimate()
    else if (session.viewer.isWaiting) this.#askAgain(session)
  }
}
