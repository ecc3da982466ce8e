/**
 * The media engine as the chat service uses it: which video there is, which connections are authorised, and cutting
 * them. Others decide who is authorised: room-service/media-access.ts, desk/desk-pictures.ts and desk/stream-keys.ts.
 *
 * Invariants: a cut is retried until the engine answers, because a connection that is not cut goes on showing what its
 * viewer may not see any more; connections that an earlier start authorised are cut at this one.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { BackendConfig } from "../../config.ts"
import {
  type EngineAuthorisation,
  camBackPath,
  type ConnectionHolder,
  EngineConnections,
  type EnginePath,
  livePath,
  ownerOfPath,
} from "./engine-connections.ts"
import { engineControlApi, type EngineControlApi, EngineUnreachable } from "./engine-control-api.ts"
import { afterProbe, ENGINE_PRESENT } from "./engine-presence.ts"
import { retryKick } from "./retry-kick.ts"
import { StandInLoops } from "./stand-in-loops.ts"

export interface BroadcastsShape {
  /** Whether there is video of her; false while the engine is away; null: this service has no engine. */
  readonly hasVideo: (performerId: string) => boolean | null
  /** Her video has no sound: it is a drawn loop that has none. */
  readonly isSilent: (performerId: string) => boolean
  readonly isPublished: (path: EnginePath) => boolean
  /** Published by a program with her stream key. */
  readonly isByStreamKey: (performerId: string) => boolean
  /** The drawn loop that stands in for her; null where there is none. */
  readonly loopOf: (performerId: string) => string | null
  /** Whoever is sent her loop sees this reaction of it. Where the engine does not answer, nobody does. */
  readonly cue: (performerId: string, reaction: string) => Effect.Effect<void>
  /** The engine reports a path. */
  readonly published: (path: string) => void
  readonly unpublished: (path: string) => void
  /** The engine has just started: nothing is published there. */
  readonly restarted: () => void
  readonly authorise: (connection: string, authorisation: EngineAuthorisation) => void
  readonly revoke: (connection: string) => void
  /** The engine reports the end of a connection. */
  readonly closed: (connection: string) => void
  /** Cuts all connections of this holder. Returns before the engine has answered. */
  readonly cut: (holder: ConnectionHolder) => Effect.Effect<void>
  readonly onChange: (listener: (performerId: string) => void) => void
  /** Called after the listeners of what a restart changed. */
  readonly onRestart: (listener: () => void) => void
  /** Asks the engine whether it is there. */
  readonly probe: Effect.Effect<void>
  /** The engine went away, or is back. */
  readonly onPresence: (listener: () => void) => void
  /** A viewer's own camera was published or unpublished. */
  readonly onCamBack: (listener: (session: string) => void) => void
}

/** How many times connections of an earlier start are listed and cut. */
const MAX_ROUNDS = 10
/** Milliseconds from the authorisation until the engine lists the connection. */
const OPENS_WITHIN_MS = 5_000

const kick =
  (engine: EngineControlApi, clock: Clock.Clock) =>
  ({ connection, since }: { readonly connection: string; readonly since: number }) =>
    Effect.flatMap(engine.kick(connection), (status) => {
      // 404 means that it is gone, or, just after its authorisation, that it is not open yet.
      const isGone = status === 404 && monotonicMillisOf(clock) - since > OPENS_WITHIN_MS
      return status === 200 || isGone
        ? Effect.void
        : Effect.fail(new EngineUnreachable({ reason: String(status) }))
    }).pipe(retryKick)

/**
 * Nobody could cut the connections of an earlier start any more, and their publishers would be unknown. An engine that
 * does not close them is asked a bounded number of times.
 */
const cutOrphans = (engine: EngineControlApi, connections: EngineConnections) =>
  Effect.gen(function* () {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const sessions = yield* engine.sessions
      const orphans = sessions.filter(
        ({ id, path }) => ownerOfPath(path) !== null && !connections.isOpen(id),
      )
      if (orphans.length === 0) return
      yield* Effect.logInfo("sessions of an earlier start are cut", { count: orphans.length })
      yield* Effect.forEach(orphans, ({ id }) => engine.kick(id), {
        concurrency: 10,
        discard: true,
      })
      yield* Effect.sleep("1 second")
    }
    yield* Effect.logError("the media engine keeps sessions of an earlier start")
  }).pipe(retryKick)

class Listeners {
  readonly change: Array<(performerId: string) => void> = []
  readonly camBack: Array<(session: string) => void> = []
  readonly restart: Array<() => void> = []
  readonly presence: Array<() => void> = []

  changed(path: string): void {
    const owner = ownerOfPath(path)
    if (owner?._tag === "Performer") for (const tell of this.change) tell(owner.performerId)
    if (owner?._tag === "CamBack") for (const tell of this.camBack) tell(owner.session)
  }
}

/** Whether the engine answers, and who is told when that changes. */
const makePresence = (engine: EngineControlApi, listeners: Listeners) => {
  let presence = ENGINE_PRESENT
  /** Answers whether that changed anything. */
  const note = (isAnswered: boolean): boolean => {
    const { isAway } = presence
    presence = afterProbe(presence, isAnswered)
    if (presence.isAway === isAway) return false
    for (const tell of listeners.presence) tell()
    return true
  }
  const probe = Effect.gen(function* () {
    if (!note(yield* engine.isThere)) return
    if (presence.isAway) yield* Effect.logError("the media engine is away: there are no pictures")
    else yield* Effect.logInfo("the media engine is back")
  })
  return { isAway: () => presence.isAway, note, probe }
}

export class Broadcasts extends Context.Service<Broadcasts, BroadcastsShape>()(
  "backend/Broadcasts",
) {
  static readonly layer = Layer.effect(
    Broadcasts,
    Effect.gen(function* () {
      const { media } = yield* BackendConfig
      const loops = yield* StandInLoops
      const clock = yield* Clock.Clock
      const scope = yield* Effect.scope
      const isConfigured = media.engineUrl !== null
      const engine = engineControlApi(media)
      const connections = new EngineConnections()
      const listeners = new Listeners()
      const presence = makePresence(engine, listeners)
      if (isConfigured) yield* Effect.forkIn(cutOrphans(engine, connections), scope)

      const loopOf = (performerId: string) => (isConfigured ? loops.loopOf(performerId) : null)
      const isLive = (performerId: string) => connections.isPublished(livePath(performerId))
      const unpublished = (path: string) => {
        if (connections.unpublish(path)) listeners.changed(path)
      }
      return Broadcasts.of({
        hasVideo: (performerId) => {
          const isShown = isLive(performerId) || loopOf(performerId) !== null
          if (isShown && !presence.isAway()) return true
          return isConfigured ? false : null
        },
        isSilent: (performerId) =>
          !isLive(performerId) && loopOf(performerId) !== null && !loops.haveSound,
        isPublished: (path) => connections.isPublished(path),
        isByStreamKey: (performerId) => connections.isByStreamKey(performerId),
        loopOf,
        cue: (performerId, reaction) =>
          isConfigured && !isLive(performerId)
            ? engine.cue(performerId, reaction).pipe(Effect.ignore)
            : Effect.void,
        published: (path) => {
          connections.publish(path)
          listeners.changed(path)
        },
        unpublished,
        restarted: () => {
          const paths = connections.unpublishAll()
          presence.note(true)
          for (const path of paths) listeners.changed(path)
          for (const tell of listeners.restart) tell()
        },
        authorise: (connection, authorisation) =>
          connections.authorise(connection, authorisation, monotonicMillisOf(clock)),
        revoke: (connection) => connections.revoke(connection),
        closed: (connection) => {
          const path = connections.closed(connection)
          // Another publisher may be behind the path now.
          if (path !== null) listeners.changed(path)
        },
        cut: (holder) => {
          const taken = connections.take(holder)
          // Before the engine says so: nobody may look at that camera any more.
          if (holder._tag === "CamBack") unpublished(camBackPath(holder.session))
          return Effect.forEach(taken, kick(engine, clock), {
            concurrency: 10,
            discard: true,
          }).pipe(Effect.forkIn(scope), Effect.asVoid)
        },
        onChange: (listener) => listeners.change.push(listener),
        onRestart: (listener) => listeners.restart.push(listener),
        probe: isConfigured ? presence.probe : Effect.void,
        onPresence: (listener) => listeners.presence.push(listener),
        onCamBack: (listener) => listeners.camBack.push(listener),
      })
    }),
  )
}
