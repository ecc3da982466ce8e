/** A gateway in the test's own process, over real sockets and real files; its pages answer their facts as JSON. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Clock, Effect, Exit, Layer, Logger, References, Result, Scope } from "effect"
import { readConfig } from "@foldcast/gateway/config"
import { durableLayer } from "@foldcast/gateway/server/layers"
import { SessionStore, type SessionStoreShape } from "@foldcast/gateway/sessions/session-store"
import type { RendererInput } from "@foldcast/gateway/pages/renderer"
import { layerOf, runGateway } from "@foldcast/gateway/server/server"
import { loggingLayer, redactedLines } from "@foldcast/gateway/telemetry/logging"

export interface TestGateway {
  readonly url: string
  readonly dataDir: string
  /** Whether it had a failure that would end its process. */
  readonly hasFailed: () => boolean
  readonly close: () => Promise<void>
}

export interface TestGatewayOptions {
  readonly upstream: string
  readonly environment?: Readonly<Record<string, string>>
  /** Data directory of an earlier gateway, to start on its data. */
  readonly dataDir?: string
  /** Renders pages instead of answering their facts. */
  readonly render?: (input: RendererInput) => Promise<Response>
  /** Receives its warnings and errors, one per line; default: the console, errors only. */
  readonly logged?: Array<string>
  /** Wraps the gateway's session store, to inject faults. */
  readonly sessions?: (store: SessionStoreShape) => SessionStoreShape
  /** Maximum size of its log; simulates a full disk. */
  readonly maxLogBytes?: number
  /** Its event-loop delay in milliseconds; default 0, because other tests share this process's loop. */
  readonly loopDelay?: () => number
  /** A clock that replaces the system's, for tests of a wrong clock. */
  readonly clock?: Clock.Clock
  /** Serves the built site, as `npm test` builds it. */
  readonly built?: boolean
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** Answers a page's facts as JSON, without the site's bundle. */
const factsOnly = ({ page }: RendererInput): Promise<Response> =>
  Promise.resolve(Response.json(page))

export const temporaryDirectory = () => mkdtemp(join(tmpdir(), "foldcast-test-"))

const loggedTo = (lines: Array<string>) =>
  Layer.merge(
    Logger.layer([
      Logger.map(redactedLines, (line) => {
        lines.push(line)
      }),
    ]),
    Layer.succeed(References.MinimumLogLevel, "Warn"),
  )

const withFaults = (
  durable: ReturnType<typeof durableLayer>,
  sessions: TestGatewayOptions["sessions"],
): typeof durable =>
  sessions === undefined
    ? durable
    : Layer.effect(SessionStore, Effect.map(SessionStore, sessions)).pipe(
        Layer.provideMerge(durable),
      )

export const startGateway = async (options: TestGatewayOptions): Promise<TestGateway> => {
  const dataDir = options.dataDir ?? (await temporaryDirectory())
  const config = Result.getOrThrow(
    readConfig({
      PORT: "0",
      DATA_DIR: dataDir,
      MEMBER_API_URL: options.upstream,
      SUPPORT_TOKENS: "anna:test-support-token-0000",
      ...options.environment,
    }),
  )
  const development = {
    load: () => Promise.resolve({ render: options.render ?? factsOnly }),
    middleware: (_request: unknown, _response: unknown, next: () => void) => next(),
    onUpgrade: () => false,
    hotReload: [],
  }
  const gatewayOptions = {
    config,
    root: ROOT,
    build: "test",
    ...(options.built !== true && { development }),
  }
  const { maxLogBytes } = options
  const durable = durableLayer(config, maxLogBytes === undefined ? {} : { maxBytes: maxLogBytes })
  const sampling = {
    delay: Effect.succeed({ sinceLast: options.loopDelay ?? (() => 0), p99: () => 0 }),
    every: "10 millis",
  } as const
  const scope = Effect.runSync(Scope.make())
  const { url, failed } = await Effect.runPromise(
    Layer.build(layerOf(gatewayOptions, withFaults(durable, options.sessions), sampling)).pipe(
      Effect.flatMap((services) => Effect.provide(runGateway(gatewayOptions), services)),
      Effect.provide(
        options.logged === undefined ? loggingLayer("Error") : loggedTo(options.logged),
      ),
      Effect.provide(
        options.clock === undefined ? Layer.empty : Layer.succeed(Clock.Clock, options.clock),
      ),
      Scope.provide(scope),
    ),
  )
  let isOver = false
  Effect.runFork(Effect.map(failed, () => (isOver = true)))
  return {
    url,
    dataDir,
    hasFailed: () => isOver,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}

export const removeDirectory = (directory: string) =>
  rm(directory, { recursive: true, force: true })
