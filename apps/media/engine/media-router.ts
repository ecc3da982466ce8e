/**
 * Sends each viewer what its source gives: the publisher of its path, a drawn loop, or nothing. Runs for every packet
 * and viewer, so it is plain code (docs/architecture.md, L9).
 *
 * Invariants: a publisher takes its path over with its first packet; what throws at one viewer ends that viewer alone.
 */
import type { MediaPacket, SenderTime } from "../rtp/media-packet.ts"
import type { VideoCodec } from "../sdp/offer.ts"
import type { EngineEvent } from "./media-engine.ts"
import { MediaPaths } from "./media-paths.ts"
import type { WeriftSession, PublisherSession, ViewerSession } from "./session.ts"
import { runGuarded } from "./session-scope.ts"
import { chooseSource, type ViewerSource } from "./viewer-source.ts"

export interface MediaRouterDeps {
  readonly onEvent: (event: EngineEvent) => void
  /** Ends a session that the service is told has left. */
  readonly end: (session: WeriftSession) => void
}

export class MediaRouter {
  readonly #paths = new MediaPaths<PublisherSession, ViewerSession>()
  readonly #deps: MediaRouterDeps

  constructor(deps: MediaRouterDeps) {
    this.#deps = deps
  }

  /** What such a viewer would be sent now. Undefined: there is something that it does not decode. */
  sourceAt(
    path: string,
    viewer: { readonly codecs: ReadonlyArray<VideoCodec>; readonly hasLoop: boolean },
  ): ViewerSource | undefined {
    const publisher = this.#paths.publisherAt(path)?.publisher ?? null
    return chooseSource({ publisher, ...viewer })
  }

  addPublisher(session: PublisherSession): void {
    session.publisher.listen({
      packet: (packet) => runGuarded(session.scope, () => this.#relay(session, packet)),
      senderTime: (time) => this.#relayTime(session, time),
    })
  }

  addViewer(session: ViewerSession): void {
    session.viewer.listen()
    this.#paths.addViewer(session)
    this.#switchSource(session)
  }

  remove(session: WeriftSession): void {
    if (session.side === "watch") {
      session.loop?.stop()
      this.#paths.removeViewer(session)
      return
    }
    session.publisher.close()
    if (!this.#paths.removePublisher(session)) return
    this.#deps.onEvent({ kind: "unpublished", path: session.path })
    this.#switchAll(session.path)
  }

  askForKeyFrame({ path, viewer, source, loop, isOver }: ViewerSession): void {
    if (isOver) return
    const asked = this.#paths.publisherAt(path)
    if (source === "publisher" && asked !== null) {
      runGuarded(asked.scope, () => asked.publisher.askForKeyFrame())
    }
    if (source === "loop" && viewer.isConnected) loop?.start()
  }

  /** Who is sent the drawn loop of this path sees this reaction next. */
  cue(path: string, reaction: string): void {
    for (const { source, loop, scope } of this.#paths.viewersAt(path)) {
      if (source === "loop") runGuarded(scope, () => loop?.cue(reaction))
    }
  }

  /**
   * For a viewer that still waits for a key frame: a request may be lost, and the codec of a publisher is known only
   * with its first picture.
   */
  askAgain(session: ViewerSession): void {
    if (this.#sourceOf(session) === undefined) this.#deps.end(session)
    else this.askForKeyFrame(session)
  }

  #sourceOf({ path, viewer, loop }: ViewerSession): ViewerSource | undefined {
    return this.sourceAt(path, { codecs: viewer.codecs, hasLoop: loop !== null })
  }

  #relay(session: PublisherSession, packet: MediaPacket): void {
    if (session.isOver) return
    if (this.#paths.publisherAt(session.path) !== session) this.#takeOver(session)
    for (const { viewer, source, scope } of this.#paths.viewersAt(session.path)) {
      if (source === "publisher") runGuarded(scope, () => viewer.send(packet))
    }
  }

  #relayTime(session: PublisherSession, time: SenderTime): void {
    if (this.#paths.publisherAt(session.path) !== session) return
    for (const { viewer, source, scope } of this.#paths.viewersAt(session.path)) {
      if (source === "publisher") runGuarded(scope, () => viewer.sendTime(time))
    }
  }

  /** A publisher that was replaced is over, so one that is not current is always the newer one. */
  #takeOver(session: PublisherSession): void {
    const replaced = this.#paths.takeOver(session)
    if (replaced === null) this.#deps.onEvent({ kind: "published", path: session.path })
    else this.#deps.end(replaced)
    this.#switchAll(session.path)
  }

  #switchAll(path: string): void {
    for (const session of this.#paths.viewersAt(path)) {
      runGuarded(session.scope, () => this.#switchSource(session))
    }
  }

  /** Gives a viewer what is there for it now, whatever it had. */
  #switchSource(session: ViewerSession): void {
    const source = this.#sourceOf(session)
    if (source === undefined) {
      this.#deps.end(session)
      return
    }
    session.loop?.stop()
    session.viewer.leaveSource()
    session.source = source
    this.askForKeyFrame(session)
  }
}
