/** Starts and closes the media engine, with its hooks and its HTTP server. */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { Cause, Effect, Exit, Layer, Logger, Schema, Scope } from "effect"
import type { MediaConfig } from "./config.ts"
import { WeriftEngine } from "./engine/werift-engine.ts"
import { Authoriser } from "./hooks/authoriser.ts"
import { EventNotifier } from "./hooks/event-notifier.ts"
import { HookKeyStatus } from "./hooks/hook-key-status.ts"
import { makeMediaApp } from "./http/app.ts"
import { RefusedTokenLimit } from "./http/refused-token-limit.ts"
import { FetchedLoops, NO_LOOPS } from "./loops/fetched-loops.ts"
import type { LoopLibrary } from "./loops/loop.ts"
import { UnhandledErrors } from "./unhandled-errors.ts"

/** The port cannot be listened on: whoever starts it has to choose another. */
export class MediaPortRefused extends Schema.TaggedError<MediaPortRefused>()("MediaPortRefused", {
  sentence: Schema.String,
}) {
  override get message() {
    return this.sentence
  }
}

const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 15_000 }

const refusal = (port: number, error: NodeJS.ErrnoException) =>
  new MediaPortRefused({
    sentence:
      error.code === "EADDRINUSE"
        ? `Port ${port} is taken: stop what listens there, or set MEDIA_PORT.`
        : `The media engine cannot listen on port ${port}: ${error.code ?? error.message}.`,
  })

const listen = (server: Server, { host, port }: MediaConfig) =>
  Effect.callback<AddressInfo, MediaPortRefused>((resume) => {
    server.once("error", (error) => resume(Effect.fail(refusal(port, error))))
    server.listen(port, host, () => {
      // Without a listener the process would end where no file descriptor is left for a connection.
      server.on("error", () => undefined)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

const closeServer = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

const serve = (config: MediaConfig, given: LoopLibrary | undefined, hookKey: HookKeyStatus) =>
  Effect.gen(function* () {
    const { notify, dropped } = yield* EventNotifier
    const log = Effect.runSyncWith(yield* Effect.context())
    const unhandledErrors = new UnhandledErrors((line) =>
      log(Effect.logError("a session ends by an error", line)),
    )
    notify({ kind: "started" })
    const fetched = (url: string) =>
      new FetchedLoops({
        url,
        key: config.authKey,
        now: () => performance.now(),
        onFailure: (loop, reason) =>
          log(Effect.logWarning("a loop is not there", { loop, reason })),
      })
    const loops = given ?? (config.loopsUrl === null ? NO_LOOPS : fetched(config.loopsUrl))
    const engine = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new WeriftEngine({
            network: config.network,
            ports: config.ports,
            maxPublishers: config.maxPublishers,
            maxViewers: config.maxViewers,
            maxPublisherBits: config.maxPublisherKbits * 1_000,
            maxPublisherPackets: config.maxPublisherPackets,
            loops,
            onEvent: notify,
            onBroken: (session, error) => unhandledErrors.ofSession(session, error),
            now: () => performance.now(),
            random: Math.random,
          }),
      ),
      (running) => Effect.promise(() => running.shutDown()),
    )
    const run = Effect.runPromiseWith(yield* Effect.context<Authoriser>())
    const { fetch } = makeMediaApp(
      {
        engine,
        counts: () => ({
          ...engine.counts(),
          droppedEvents: dropped(),
          unhandledErrors: unhandledErrors.count,
          keyRefused: Number(hookKey.isRejected),
        }),
        iceServers: config.iceServers,
        adminKey: config.adminKey,
        refusedTokens: new RefusedTokenLimit(config.refusals, config.trustedAddresses),
        now: () => performance.now(),
        onRefused: (session) => notify({ kind: "left", ...session }),
      },
      run,
    )
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createAdaptorServer({ fetch, serverOptions: TIMEOUTS }) as Server),
      closeServer,
    )
    const { address, port } = yield* listen(server, config)
    const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}`
    return { url, uncaught: unhandledErrors }
  })

/** One JSON object per line on standard output. */
const jsonLines = Logger.layer([Logger.consoleJson])

export interface RunningMedia {
  /** `http://127.0.0.1:3005` */
  readonly url: string
  /** Counts the process's uncaught errors, and finds their sessions. */
  readonly uncaught: UnhandledErrors
  readonly close: () => Promise<void>
}

/** Rejects with an error whose message says to a person why it cannot start. */
export const startMedia = async (
  config: MediaConfig,
  logging: Layer.Layer<never> = jsonLines,
  loops?: LoopLibrary,
): Promise<RunningMedia> => {
  const { authUrl, eventsUrl, authKey: key } = config
  const hookKey = new HookKeyStatus()
  const services = Layer.merge(
    Authoriser.layer({ url: authUrl, key, hookKey }),
    EventNotifier.layer(eventsUrl === null ? null : { url: eventsUrl, key, hookKey }),
  ).pipe(Layer.provideMerge(logging))
  const scope = Scope.makeUnsafe()
  const started = await Effect.runPromiseExit(
    Layer.build(services).pipe(
      Effect.flatMap((context) => Effect.provide(serve(config, loops, hookKey), context)),
      (work) => Scope.provide(work, scope),
    ),
  )
  if (Exit.isFailure(started)) {
    await Effect.runPromise(Scope.close(scope, started))
    throw Cause.squash(started.cause)
  }
  return {
    ...started.value,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
