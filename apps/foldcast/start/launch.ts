/**
 * Starts the whole site as separate processes and ends it: locks the data directory, claims the ports, and
 * starts each process when its dependencies are ready.
 */
import { randomBytes } from "node:crypto"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Exit, Result, Scope } from "effect"
import { releaseBallast } from "@foldcast/gateway/log/ballast"
import { holdDataDirectory } from "@foldcast/gateway/log/data-lock"
import { makeOwnerOnlyFolder } from "@foldcast/gateway/log/owner-only"
import type { Environment } from "@foldcast/settings/read-settings"
import { Failure } from "../failure.ts"
import {
  backendUrlOf,
  bankUrlOf,
  deskUrlOf,
  mailboxUrlOf,
  mediaUrlOf,
  partnerUrlOf,
  phoneUrlOf,
  type Ports,
  siteUrlOf,
} from "./addresses.ts"
import {
  type LaunchContext,
  hasDesk,
  hasPhone,
  needsMedia,
  needsSimulators,
  planOf,
  type ProcessName,
  processNames,
} from "./plans.ts"
import { claimPort, freePort } from "./ports.ts"
import { loadSecrets, type Secrets } from "./secrets.ts"
import { type LaunchConfig, readLaunchConfig } from "./settings.ts"
import { type ProcessEvents, SupervisedProcess } from "./supervised-process.ts"

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url))

export interface LaunchOptions {
  readonly environment: Environment
  readonly development: boolean
  readonly restart: boolean
  readonly events: ProcessEvents
}

export interface Site {
  readonly config: LaunchConfig
  readonly secrets: Secrets
  readonly urls: {
    readonly site: string
    /** The same site under its second brand. */
    readonly partner: string
    /** The reference backend's bank; unused with an external member API. */
    readonly bank: string
    /** Null when mails are real. */
    readonly mailbox: string | null
    /** The simulated phone's page; null when callers use a real one. */
    readonly phone: string | null
    /** Null when there is no performer's desk. */
    readonly desk: string | null
    /** Unused when all services are external. */
    readonly backend: string
    /** The embedded media engine's; unused when it does not run. */
    readonly media: string
  }
  readonly processes: ReadonlyMap<ProcessName, SupervisedProcess>
  /** Ends every process, in reverse order of the start. Idempotent. */
  readonly stop: () => Promise<void>
}

/** Locks the directory until the release is called or this process ends. */
const hold = async (directory: string): Promise<() => Promise<void>> => {
  const scope = Scope.makeUnsafe()
  const exit = await Effect.runPromiseExit(
    releaseBallast(join(directory, "gateway")).pipe(
      Effect.andThen(holdDataDirectory({ directory, holder: "foldcast start" })),
      Scope.provide(scope),
    ),
  )
  if (Exit.isFailure(exit)) {
    const reason = exit.cause.reasons[0]
    const error = reason !== undefined && "error" in reason ? reason.error : undefined
    throw new Failure(error instanceof Error ? error.message : `${directory} cannot be used`, 1)
  }
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}

/** A random key that two processes of one launch share. */
const drawnKey = () => randomBytes(32).toString("base64url")

const claimPorts = async (config: LaunchConfig): Promise<Ports> => {
  const site = await claimPort("PORT", config.host, config.port)
  const simulators = needsSimulators(config)
    ? await claimPort("SIMULATORS_PORT", "127.0.0.1", config.simulatorsPort)
    : 0
  const smtp =
    needsSimulators(config) && config.smtpUrl === null
      ? await claimPort("SMTP_PORT", "127.0.0.1", config.smtpPort)
      : 0
  const media = needsMedia(config)
    ? await claimPort("MEDIA_PORT", config.host, config.mediaPort)
    : 0
  return { site, simulators, smtp, media, backend: await freePort("127.0.0.1") }
}

const startAll = async (
  ground: LaunchContext,
  events: ProcessEvents,
): Promise<ReadonlyMap<ProcessName, SupervisedProcess>> => {
  const processes = new Map<ProcessName, SupervisedProcess>()
  try {
    for (const name of processNames(ground.config)) {
      const plan = planOf(name, ground)
      const process = new SupervisedProcess(plan, events)
      processes.set(name, process)
      await process.start()
    }
    return processes
  } catch (error) {
    await stopAll(processes)
    throw error
  }
}

const stopAll = async (processes: ReadonlyMap<ProcessName, SupervisedProcess>): Promise<void> => {
  for (const process of [...processes.values()].toReversed()) await process.stop()
}

/** Throws `Failure` and cleans up when the site cannot be started. */
export const launch = async (options: LaunchOptions): Promise<Site> => {
  const read = readLaunchConfig(options.environment)
  if (Result.isFailure(read)) throw new Failure(read.failure.message)
  const config = { ...read.success, dataDir: resolve(read.success.dataDir) }
  const release = await hold(config.dataDir)
  try {
    makeOwnerOnlyFolder(join(config.dataDir, "logs"))
    const secrets = loadSecrets(config.dataDir, options.environment)
    const ports = await claimPorts(config)
    // The key of an external member API is sent only to that service.
    const backendKey = config.memberApiUrl === null ? secrets.MEMBER_API_KEY : drawnKey()
    const ground: LaunchContext = {
      ...options,
      root: ROOT,
      config,
      secrets,
      ports,
      backendKey,
      deskKey: drawnKey(),
      phoneKey: drawnKey(),
      mediaKeys: { auth: drawnKey(), admin: drawnKey() },
    }
    const processes = await startAll(ground, options.events)
    return {
      config,
      secrets,
      urls: {
        site: siteUrlOf(ports),
        partner: partnerUrlOf(ports),
        bank: bankUrlOf(ground),
        mailbox: mailboxUrlOf(ground),
        phone: hasPhone(config) ? `${phoneUrlOf(ports)}/phone` : null,
        desk: hasDesk(config) ? deskUrlOf(ports) : null,
        backend: backendUrlOf(ports),
        media: mediaUrlOf(ports),
      },
      processes,
      stop: async () => {
        await stopAll(processes)
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
