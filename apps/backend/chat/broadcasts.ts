/**
 * What the media engine has and does for the rooms: who is published, what allowed each connection, and cutting them.
 * It decides nothing about who may: rooms/media-access.ts, desk/desk-pictures.ts and desk/stream-keys.ts do.
 *
 * Invariants: a connection is known from before it is allowed until the engine says that it is gone, in whatever
 * order these come, or it was cut; a cut is tried until the engine answers, for it holds what somebody may not see
 * any more; what was allowed by an earlier start is cut at this one.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { BackendConfig } from "../config.ts"
import { demoLoopOf } from "../demo/rooms/demo-loop.ts"
import { engineCalls, EngineUnreached } from "./engine-calls.ts"
import { afterAsking, ENGINE_THERE } from "./engine-presence.ts"
import { untilCut } from "./until-cut.ts"

/** What allowed a connection, and takes it along when it ends. */
export type Holder =
  /** Of a viewer. */
  | { readonly _tag: "Session"; readonly session: string }
  /** Of a viewer's own camera: it publishes, and whoever looks at it watches. */
  | { readonly _tag: "CamBack"; readonly session: string }
  /** Of the desk that has her: it publishes, and sees what viewers see. */
  | { readonly _tag: "Desk"; readonly hold: string }
  /** Of a program that publishes by her key. */
  | { readonly _tag: "StreamKey"; readonly performerId: string }

const nameOf = (holder: Holder): string => {
  switch (holder._tag) {
    case "Session":
      return `session ${holder.session}`
    case "CamBack":
      return `cam-back ${holder.session}`
    case "Desk":
      return `desk ${holder.hold}`
    case "StreamKey":
      return `key ${holder.performerId}`
  }
}

/** What a connection may do, and by whom. */
interface Allowed {
  readonly by: ReadonlyArray<Holder>
  /** The path that it may publish; null for who watches. */
  readonly publishes: string | null
}

interface Open extends Pick<Allowed, "publishes"> {
  readonly holders: ReadonlySet<string>
  /** When it was allowed, in milliseconds that only go forward. */
  readonly since: number
}

/** Of a performer's picture, and of a viewer's own camera, as the engine names them. */
export type MediaPath = `live/${string}` | `camback/${string}`

export const livePath = (performerId: string): MediaPath => `live/${performerId}`
export const camBackPath = (session: string): MediaPath => `camback/${session}`

/** Of this service: an engine may have others beside them. */
const isOurs = (path: string): boolean => LIVE.test(path) || CAM_BACK.test(path)

const LIVE = /^live\/(.+)$/u
const CAM_BACK = /^camback\/(.+)$/u

export interface BroadcastsShape {
  /** Whether there is a picture of her, which an engine that is away shows none of; null: there are none of anybody. */
  readonly hasVideo: (performerId: string) => boolean | null
  /** What there is of her comes without sound: the drawn loop, which stands in where nobody publishes. */
  readonly isSilent: (performerId: string) => boolean
  readonly isPublished: (path: MediaPath) => boolean
  /** By a program with her key. */
  readonly isByProgram: (performerId: string) => boolean
  /** The drawn loop that stands in for her; null where there is none. */
  readonly loopOf: (performerId: string) => string | null
  readonly published: (path: string) => void
  readonly unpublished: (path: string) => void
  /** An engine that has just started publishes nobody, whatever the one before did. */
  readonly restarted: () => void
  /** This connection of the engine is allowed by all of these together: it ends with the first of them. */
  readonly opens: (connection: string, allowed: Allowed) => void
  /** After all it is not: nothing came of it. */
  readonly refuses: (connection: string) => void
  readonly gone: (connection: string) => void
  /** All that this allowed ends now; nobody waits for the engine. */
  readonly cut: (holder: Holder) => Effect.Effect<void>
  readonly onChange: (listener: (performerId: string) => void) => void
  /** After what an engine that began anew has changed was told. */
  readonly onRestart: (listener: () => void) => void
  /** Asks the engine whether it is there. */
  readonly askEngine: Effect.Effect<void>
  /** Without the engine there is no picture of anybody; with it there is again what there was. */
  readonly onPresence: (listener: () => void) => void
  /** A viewer's own camera came or went. */
  readonly onCamBack: (listener: (session: string) => void) => void
}

/** Connections that were gone before they were allowed; the oldest is forgotten for another. */
const MOST_GONE_BEFORE = 1_000
/** How often what is left of an earlier start is cut. */
const MOST_ROUNDS = 10
/** Milliseconds from being allowed until the engine has the connection. */
const OPENS_WITHIN_MS = 5_000

export class Broadcasts extends Context.Service<Broadcasts, BroadcastsShape>()(
  "backend/Broadcasts",
) {
  static readonly layer = Layer.effect(
    Broadcasts,
    Effect.gen(function* () {
      const { demo, media } = yield* BackendConfig
      const isConfigured = media.engineUrl !== null
      const engine = engineCalls(media)
      const publishing = new Set<string>()
      const open = new Map<string, Open>()
      const goneBefore = new Set<string>()
      const clock = yield* Clock.Clock
      const scope = yield* Effect.scope
      const listeners: Array<(performerId: string) => void> = []
      const restartListeners: Array<() => void> = []
      const camBackListeners: Array<(session: string) => void> = []
      const presenceListeners: Array<() => void> = []
      let presence = ENGINE_THERE

      const changed = (path: string) => {
        const [, performerId] = LIVE.exec(path) ?? []
        if (performerId !== undefined) for (const listener of listeners) listener(performerId)
        const [, session] = CAM_BACK.exec(path) ?? []
        if (session !== undefined) for (const listener of camBackListeners) listener(session)
      }
      const unpublished = (path: string) => {
        if (publishing.delete(path)) changed(path)
      }
      const loopOf = (performerId: string) =>
        demo && isConfigured ? demoLoopOf(performerId) : null

      /** Whether that changed anything. */
      const asked = (isAnswered: boolean): boolean => {
        const { isAway } = presence
        presence = afterAsking(presence, isAnswered)
        if (presence.isAway === isAway) return false
        for (const listener of presenceListeners) listener()
        return true
      }
      const askEngine = Effect.gen(function* () {
        if (!asked(yield* engine.isThere)) return
        if (presence.isAway)
          yield* Effect.logError("the media engine is away: there are no pictures")
        else yield* Effect.logInfo("the media engine is back")
      })

      const kick = ([connection, { since }]: readonly [string, Pick<Open, "since">]) =>
        Effect.flatMap(engine.kick(connection), (status) => {
          // Not there any more is as good; one that was allowed this moment is not there yet.
          const isGone = status === 404 && monotonicMillisOf(clock) - since > OPENS_WITHIN_MS
          return status === 200 || isGone
            ? Effect.void
            : Effect.fail(new EngineUnreached({ reason: String(status) }))
        }).pipe(untilCut)

      /**
       * What an earlier start had allowed nobody could cut any more, and who publishes would not be known. An engine
       * may take its time, or never do it: it is asked a bounded number of times.
       */
      const cutStrangers = Effect.gen(function* () {
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
          const sessions = yield* engine.sessions
          const strangers = sessions.filter(({ id, path }) => isOurs(path) && !open.has(id))
          if (strangers.length === 0) return
          yield* Effect.logInfo("sessions of an earlier start are cut", { count: strangers.length })
          yield* Effect.forEach(strangers, ({ id }) => engine.kick(id), {
            concurrency: 10,
            discard: true,
          })
          yield* Effect.sleep("1 second")
        }
        yield* Effect.logError("the media engine keeps sessions of an earlier start")
      }).pipe(untilCut)
      if (isConfigured) yield* Effect.forkIn(cutStrangers, scope)

      return Broadcasts.of({
        hasVideo: (performerId) => {
          const isShown = publishing.has(livePath(performerId)) || loopOf(performerId) !== null
          if (isShown && !presence.isAway) return true
          return isConfigured ? false : null
        },
        isSilent: (performerId) =>
          !publishing.has(livePath(performerId)) && loopOf(performerId) !== null,
        isPublished: (path) => publishing.has(path),
        loopOf,
        isByProgram: (performerId) => {
          const path = livePath(performerId)
          // The last that was allowed has taken over from those before.
          const publisher = [...open.values()].findLast(({ publishes }) => publishes === path)
          const isByKey = publisher?.holders.has(nameOf({ _tag: "StreamKey", performerId }))
          return isByKey === true && publishing.has(path)
        },
        published: (path) => {
          publishing.add(path)
          changed(path)
        },
        unpublished,
        restarted: () => {
          const paths = [...publishing]
          publishing.clear()
          // Whoever says so is there.
          asked(true)
          for (const path of paths) changed(path)
          for (const listener of restartListeners) listener()
        },
        opens: (connection, { by, publishes }) => {
          // The engine waited for this answer no longer, and said so first.
          if (goneBefore.delete(connection)) return
          const since = monotonicMillisOf(clock)
          open.set(connection, { holders: new Set(by.map(nameOf)), publishes, since })
        },
        refuses: (connection) => {
          open.delete(connection)
        },
        gone: (connection) => {
          const { publishes = null } = open.get(connection) ?? {}
          if (!open.delete(connection)) goneBefore.add(connection)
          const [oldest] = goneBefore
          if (goneBefore.size > MOST_GONE_BEFORE && oldest !== undefined) goneBefore.delete(oldest)
          // Who publishes there may be another one now.
          if (publishes !== null) changed(publishes)
        },
        cut: (holder) => {
          const name = nameOf(holder)
          const connections = [...open].filter(([, { holders }]) => holders.has(name))
          for (const [id] of connections) open.delete(id)
          // Whether or not the engine says so yet: nothing is published there any more.
          if (holder._tag === "CamBack") unpublished(camBackPath(holder.session))
          return Effect.forEach(connections, kick, { concurrency: 10, discard: true }).pipe(
            Effect.forkIn(scope),
            Effect.asVoid,
          )
        },
        onChange: (listener) => listeners.push(listener),
        onRestart: (listener) => restartListeners.push(listener),
        askEngine: isConfigured ? askEngine : Effect.void,
        onPresence: (listener) => presenceListeners.push(listener),
        onCamBack: (listener) => camBackListeners.push(listener),
      })
    }),
  )
}
