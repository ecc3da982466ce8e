/**
 * The embedded engine: opens, bounds and ends sessions. media-router.ts decides what each viewer is sent.
 *
 * Invariants: a session that was closed or kicked sends and receives nothing from that moment on; events are in
 * order; what breaks in one session, in the library's code or in the engine's, ends that session alone.
 */
import { randomBytes } from "node:crypto"
import { Result } from "effect"
import type { RTCPeerConnection } from "werift"
import type { LoopLibrary } from "../loops/loop.ts"
import { LoopPlayer } from "../loops/loop-player.ts"
import { OfferUnsupported, parseOffer } from "../sdp/offer.ts"
import { noTraffic } from "./datagram-filter.ts"
import {
  type EngineAnswer,
  type EngineCounts,
  EngineFull,
  type EngineEvent,
  type EnginePublishRequest,
  type EngineRefusal,
  type EngineWatchRequest,
  type MediaEngine,
  NothingToWatch,
  type SessionInfo,
} from "./media-engine.ts"
import { MediaRouter } from "./media-router.ts"
import { answerOffer, type Network, openPeer } from "./peer.ts"
import { PeerPublisher } from "./peer-publisher.ts"
import { PeerViewer } from "./peer-viewer.ts"
import { type PortRange, PortSlots } from "./port-slots.ts"
import type { WeriftSession, PublisherSession, SessionParts, ViewerSession } from "./session.ts"
import { runGuarded, runInScope, type SessionScope } from "./session-scope.ts"
import { SessionTable } from "./session-table.ts"
import { isSilent } from "./silence.ts"
import { exceedsRate, SustainedRate } from "./sustained-rate.ts"

export interface WeriftEngineOptions {
  readonly network: Network
  readonly ports: PortRange
  readonly maxPublishers: number
  readonly maxViewers: number
  /** Bits a second; a session that sends more for seconds is ended. */
  readonly maxPublisherBits: number
  /** A second, likewise. */
  readonly maxPublisherPackets: number
  readonly loops: LoopLibrary
  readonly onEvent: (event: EngineEvent) => void
  /** A session ends by an error that nobody handled. */
  readonly onBroken: (session: SessionInfo, error: unknown) => void
  /** Milliseconds that never go back. */
  readonly now: () => number
  readonly random: () => number
}

type Answered = Promise<Result.Result<EngineAnswer, EngineRefusal>>

const TICK_MS = 1_000
const RESOURCE_BYTES = 24
/** A second, for seconds: a viewer sends control packets, which are few. */
const MAX_VIEWER_PACKETS = 1_000

/** Nobody has the answer of a session that is over: nothing is sent or received while this waits. */
const closed = async ({ answered, pc }: WeriftSession): Promise<void> => {
  await answered
  await pc.close()
}

export class WeriftEngine implements MediaEngine {
  readonly #options: WeriftEngineOptions
  readonly #slots: PortSlots
  readonly #sessions = new SessionTable()
  readonly #router: MediaRouter
  readonly #closing = new Set<Promise<void>>()
  readonly #ticks: NodeJS.Timeout
  #floods = 0

  constructor(options: WeriftEngineOptions) {
    this.#options = options
    this.#slots = new PortSlots(options.ports)
    this.#router = new MediaRouter({
      onEvent: options.onEvent,
      end: (session) => this.#end(session, "left"),
    })
    this.#ticks = setInterval(() => this.#tick(), TICK_MS)
    this.#ticks.unref()
  }

  async publish({ id, path, offer }: EnginePublishRequest): Answered {
    const offered = parseOffer(offer, "publish")
    if (Result.isFailure(offered)) return Result.fail(offered.failure)
    return this.#open({ id, path, side: "publish" }, offered.success.sdp, (parts) => {
      const publisher = new PeerPublisher(parts.pc, this.#options.now)
      const session: PublisherSession = { ...parts, side: "publish", publisher }
      return { session, begin: () => this.#router.addPublisher(session) }
    })
  }

  async watch({ id, path, offer, loop: loopName }: EngineWatchRequest): Answered {
    const offered = parseOffer(offer, "watch")
    if (Result.isFailure(offered)) return Result.fail(offered.failure)
    const { loops, now, random } = this.#options
    const codecs = offered.success.videoCodecs
    const loop = loopName === null ? undefined : loops.get(loopName)
    const source = this.#router.sourceAt(path, { codecs, hasLoop: loop !== undefined })
    if (source === "nothing") return Result.fail(new NothingToWatch())
    if (source === undefined) {
      return Result.fail(new OfferUnsupported({ sentence: "the offer decodes none of its codecs" }))
    }
    return this.#open({ id, path, side: "watch" }, offered.success.sdp, (parts) => {
      const askForKeyFrame = () =>
        runGuarded(parts.scope, () => this.#router.askForKeyFrame(session))
      const viewer = new PeerViewer(parts.pc, offered.success, { now, random, askForKeyFrame })
      const session: ViewerSession = {
        ...parts,
        side: "watch",
        viewer,
        loop:
          loop === undefined ? null : new LoopPlayer(loop, now, (packet) => viewer.send(packet)),
        source: "nothing",
      }
      return { session, begin: () => this.#router.addViewer(session) }
    })
  }

  close(resource: string): Promise<boolean> {
    return Promise.resolve(this.#endIfOpen(this.#sessions.byResource(resource), "left"))
  }

  kick(id: string): Promise<boolean> {
    return Promise.resolve(this.#endIfOpen(this.#sessions.get(id), "kicked"))
  }

  cue(path: string, reaction: string): Promise<void> {
    this.#router.cue(path, reaction)
    return Promise.resolve()
  }

  sessions(): Promise<ReadonlyArray<SessionInfo>> {
    return Promise.resolve(this.#sessions.all.map(({ id, path, side }) => ({ id, path, side })))
  }

  counts(): EngineCounts {
    return {
      publishers: this.#sessions.count("publish"),
      viewers: this.#sessions.count("watch"),
      ...this.#sessions.traffic(),
      floods: this.#floods,
    }
  }

  /** Waits until the ports of all sessions that are over are free. */
  async settled(): Promise<void> {
    await Promise.all(this.#closing)
  }

  /** Ends every session and waits until their ports are free. */
  async shutDown(): Promise<void> {
    clearInterval(this.#ticks)
    for (const session of this.#sessions.all) this.#end(session, "kicked")
    await this.settled()
  }

  /** `begin`: what the session does once its client has the answer. */
  async #open(
    info: SessionInfo,
    offer: string,
    make: (parts: SessionParts) => { readonly session: WeriftSession; readonly begin: () => void },
  ): Answered {
    const ports = this.#takePorts(info)
    if (ports === undefined) return Result.fail(new EngineFull())
    const scope = this.#scopeOf(info)
    return runInScope(scope, () => {
      const pc = openPeer(this.#options.network, ports)
      const { session, begin } = make(this.#partsOf(info, { pc, ports, scope }))
      this.#sessions.add(session)
      return this.#answer(session, offer, begin)
    })
  }

  #scopeOf(info: SessionInfo): SessionScope {
    const onError = (error: unknown) => {
      this.#options.onBroken(info, error)
      const session = this.#sessions.get(info.id)
      if (session !== undefined) this.#end(session, "left")
    }
    return { onError }
  }

  #partsOf(
    { id, path }: SessionInfo,
    opened: {
      readonly pc: RTCPeerConnection
      readonly ports: PortRange
      readonly scope: SessionScope
    },
  ): SessionParts {
    return {
      id,
      path,
      ...opened,
      resource: randomBytes(RESOURCE_BYTES).toString("base64url"),
      openedAtMs: this.#options.now(),
      rate: new SustainedRate(),
      received: noTraffic(),
      answered: Promise.resolve(),
      isOver: false,
    }
  }

  /** Undefined where there is no room. An id is the caller's and new: one that is open already has none either. */
  #takePorts({ id, side }: SessionInfo): PortRange | undefined {
    if (this.#sessions.get(id) !== undefined) return undefined
    const { maxPublishers, maxViewers, now } = this.#options
    const isFull = this.#sessions.count(side) >= (side === "publish" ? maxPublishers : maxViewers)
    if (isFull) {
      const replaced = this.#sessions.replaceable(side, now())
      if (replaced === undefined) return undefined
      this.#end(replaced, "left")
    }
    return this.#slots.take()
  }

  async #answer(session: WeriftSession, offer: string, begin: () => void): Answered {
    const { network, now } = this.#options
    const { pc, ports, received } = session
    const answered = answerOffer(pc, offer, network, { ports, received, now }).catch(
      () => undefined,
    )
    session.answered = answered
    const sdp = await answered
    // It was kicked meanwhile.
    if (session.isOver) return Result.fail(new NothingToWatch())
    // The library refuses what sdp/offer.ts let through.
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

  #endIfOpen(session: WeriftSession | undefined, how: "kicked" | "left"): boolean {
    if (session !== undefined) this.#end(session, how)
    return session !== undefined
  }

  #end(session: WeriftSession, how: "kicked" | "left"): void {
    if (session.isOver) return
    session.isOver = true
    this.#sessions.remove(session)
    this.#router.remove(session)
    if (how === "left") {
      this.#options.onEvent({ kind: "left", path: session.path, id: session.id })
    }
    const closing = closed(session)
      .catch(() => undefined)
      .finally(() => {
        this.#slots.release(session.ports)
        this.#closing.delete(closing)
      })
    this.#closing.add(closing)
  }

  #tick(): void {
    const atMs = this.#options.now()
    for (const session of this.#sessions.all) {
      // Another one's end may have ended it.
      if (!session.isOver) runGuarded(session.scope, () => this.#inspect(session, atMs))
    }
  }

  /** Once a second: ends a session that is silent or sends too much, and repeats what may have been lost. */
  #inspect(session: WeriftSession, atMs: number): void {
    const { lastAtMs } = session.side === "publish" ? session.publisher : session.viewer
    if (isSilent(session.side, { openedAtMs: session.openedAtMs, lastAtMs }, atMs)) {
      this.#end(session, "left")
    } else if (this.#sendsTooMuch(session, atMs)) {
      this.#floods += 1
      this.#end(session, "left")
    } else if (session.side === "publish") session.publisher.sendEstimate()
    else if (session.viewer.isWaiting) this.#router.askAgain(session)
  }

  /** Everything that its client sends counts. */
  #sendsTooMuch({ side, rate, received }: WeriftSession, atMs: number): boolean {
    const { maxPublisherBits, maxPublisherPackets } = this.#options
    return exceedsRate(rate.add(atMs, { bits: received.bytes * 8, packets: received.datagrams }), {
      bits: maxPublisherBits,
      packets: side === "publish" ? maxPublisherPackets : MAX_VIEWER_PACKETS,
    })
  }
}
