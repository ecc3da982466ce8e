/**
 * The gateway's configuration: one total record, read once from the environment (settings.ts says what
 * can be set). A faulty environment is refused as a whole, with one sentence per setting and never with
 * the text that was found there.
 *
 * Callers: main.ts and every room that has a limit. Pure but for the layer.
 */
import type { BlockList } from "node:net"
import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"
import * as Values from "./setting-values.ts"
import type { PartnerAddress, Rate, SupportToken } from "./setting-values.ts"
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from "./settings.ts"

export type Environment = Readonly<Record<string, string | undefined>>

export interface OriginPolicy {
  readonly own: ReadonlySet<string>
  /** Development only: `http://` and the request's own Host is the site's origin too. */
  readonly trustHost: boolean
}

/** What is bounded, and what one browser or one address may do how often. */
export type RateName =
  | "streamsPerOwner"
  | "streamsPerAddress"
  | "commandsPerOwner"
  | "commandsPerAddress"
  | "factsPerOwner"
  | "factsPerAddress"
  | "failedLogInsPerAccount"
  | "failedLogInsPerAddress"
  | "registrationsPerAddress"
  | "passwordResetsPerAddress"
  | "passwordResetsPerAccount"
  | "activationMailsPerMember"
  | "suggestionsPerOwner"

export interface Limits {
  readonly resumeWindowMs: number
  readonly resumeWindowEvents: number
  readonly heartbeatMs: number
  readonly pongWithinMs: number
  readonly maxQueuedBytes: number
  readonly maxClientMessageBytes: number
  readonly maxCommandBytes: number
  readonly maxConnections: number
  readonly maxConnectionsPerOwner: number
  readonly maxConnectionsPerAddress: number
  readonly rates: Readonly<Record<RateName, Rate>>
}

export interface GatewayConfigShape {
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly origins: OriginPolicy
  readonly trustedProxies: BlockList
  /** The first seals; all open. Never empty. */
  readonly sessionSecrets: readonly [
    Redacted.Redacted<Uint8Array>,
    ...ReadonlyArray<Redacted.Redacted<Uint8Array>>,
  ]
  readonly supportTokens: ReadonlyArray<SupportToken>
  readonly accountDisclosure: "specific" | "generic"
  /** Where brands come from; the first is the house's. */
  readonly partners: ReadonlyArray<PartnerAddress>
  readonly brandHosts: ReadonlyMap<string, ReadonlySet<string>>
  readonly brandRefreshMs: number
  /** Names of the redirect chain's steps, in their order. */
  readonly redirectSteps: ReadonlyArray<string>
  readonly payment: {
    readonly provider: PaymentProvider
    /** `host` or `host:port`, as they stand in a payment address. */
    readonly hosts: ReadonlySet<string>
  }
  readonly memberApi: {
    readonly url: string
    readonly key: Redacted.Redacted
    readonly readTimeoutMs: number
    readonly writeTimeoutMs: number
  }
  readonly memberSocket: { readonly url: string; readonly timeoutMs: number }
  readonly retentionDays: number
  readonly limits: Limits
}

/** The environment cannot be used: the process says so and ends. */
export class ConfigRefused extends Schema.TaggedError<ConfigRefused>()("ConfigRefused", {
  /** One sentence per setting. */
  sentences: Schema.Array(Schema.String),
}) {
  override get message() {
    return this.sentences.join("\n")
  }
}

/** Whether any item of a list stands in another one. */
const shareItem = (given: string, fallback: string): boolean => {
  const items = new Set(Values.items(fallback))
  return Values.items(given).some((item) => items.has(item))
}

const readSettings = (
  environment: Environment,
): { readonly values: Partial<SettingValues>; readonly sentences: ReadonlyArray<string> } => {
  const values: Record<string, unknown> = {}
  const sentences: Array<string> = []
  const production = environment["FOLDCAST_ENV"] === "production"
  for (const name of SETTING_NAMES) {
    const { fallback, read, must, real } = SETTINGS[name]
    const given = environment[name]?.trim() ?? ""
    if (production && real && given === "") {
      sentences.push(`${name} must be set in production: ${must}.`)
      continue
    }
    if (production && real && shareItem(given, fallback)) {
      sentences.push(`${name} must not be the development value in production: it must be ${must}.`)
      continue
    }
    const value = read(given === "" ? fallback : given)
    if (value === undefined) sentences.push(`${name} must be ${must}.`)
    else values[name] = value
  }
  return { values, sentences }
}

const isTotal = (values: Partial<SettingValues>): values is SettingValues =>
  SETTING_NAMES.every((name: SettingName) => values[name] !== undefined)

const originPolicy = (values: SettingValues): OriginPolicy => {
  const { PORT, PUBLIC_ORIGINS } = values
  const local = [`http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`]
  return values.FOLDCAST_ENV === "production"
    ? { own: new Set(PUBLIC_ORIGINS), trustHost: false }
    : { own: new Set([...PUBLIC_ORIGINS, ...local]), trustHost: true }
}

const limits = (values: SettingValues): Limits => ({
  resumeWindowMs: values.RESUME_WINDOW_MS,
  resumeWindowEvents: values.RESUME_WINDOW_EVENTS,
  heartbeatMs: values.HEARTBEAT_MS,
  pongWithinMs: values.PONG_WITHIN_MS,
  maxQueuedBytes: values.MAX_QUEUED_BYTES,
  maxClientMessageBytes: values.MAX_CLIENT_MESSAGE_BYTES,
  maxCommandBytes: values.MAX_COMMAND_BYTES,
  maxConnections: values.MAX_CONNECTIONS,
  maxConnectionsPerOwner: values.MAX_CONNECTIONS_PER_OWNER,
  maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
  rates: {
    streamsPerOwner: values.RATE_STREAMS_PER_OWNER,
    streamsPerAddress: values.RATE_STREAMS_PER_ADDRESS,
    commandsPerOwner: values.RATE_COMMANDS_PER_OWNER,
    commandsPerAddress: values.RATE_COMMANDS_PER_ADDRESS,
    factsPerOwner: values.RATE_FACTS_PER_OWNER,
    factsPerAddress: values.RATE_FACTS_PER_ADDRESS,
    failedLogInsPerAccount: values.RATE_FAILED_LOG_INS_PER_ACCOUNT,
    failedLogInsPerAddress: values.RATE_FAILED_LOG_INS_PER_ADDRESS,
    registrationsPerAddress: values.RATE_REGISTRATIONS_PER_ADDRESS,
    passwordResetsPerAddress: values.RATE_PASSWORD_RESETS_PER_ADDRESS,
    passwordResetsPerAccount: values.RATE_PASSWORD_RESETS_PER_ACCOUNT,
    activationMailsPerMember: values.RATE_ACTIVATION_MAILS_PER_MEMBER,
    suggestionsPerOwner: values.RATE_SUGGESTIONS_PER_OWNER,
  },
})

/** What no single setting can say of itself. */
const contradictions = (values: SettingValues): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  const names = values.SUPPORT_TOKENS.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    sentences.push("SUPPORT_TOKENS must give each name once.")
  }
  if (values.SUPPORT_TOKEN.length > 0 && names.includes("support")) {
    sentences.push("SUPPORT_TOKENS must not use the name support while SUPPORT_TOKEN is set.")
  }
  const brands = values.PARTNERS.map(({ id }) => id)
  if (new Set(brands).size < brands.length) {
    sentences.push("PARTNERS must give each id once.")
  }
  if ([...values.BRAND_HOSTS.keys()].some((id) => !brands.includes(id))) {
    sentences.push("BRAND_HOSTS must name brands of PARTNERS.")
  }
  if (values.MEMBER_SOCKET_URL.length > 1) {
    sentences.push(`MEMBER_SOCKET_URL must be ${SETTINGS.MEMBER_SOCKET_URL.must}.`)
  }
  if (
    values.FOLDCAST_ENV === "production" &&
    values.PUBLIC_ORIGINS.some((origin) => !origin.startsWith("https://"))
  ) {
    sentences.push("PUBLIC_ORIGINS must be https origins in production.")
  }
  return sentences
}

const assemble = (values: SettingValues): GatewayConfigShape | undefined => {
  const [seal, ...older] = values.SESSION_SECRET
  if (seal === undefined) return undefined
  return {
    production: values.FOLDCAST_ENV === "production",
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    origins: originPolicy(values),
    trustedProxies: values.TRUSTED_PROXIES,
    sessionSecrets: [seal, ...older],
    supportTokens: [
      ...values.SUPPORT_TOKENS,
      ...values.SUPPORT_TOKEN.map((token) => ({ name: "support", token })),
    ],
    accountDisclosure: values.ACCOUNT_DISCLOSURE,
    partners: values.PARTNERS,
    brandHosts: values.BRAND_HOSTS,
    brandRefreshMs: values.BRAND_REFRESH_MS,
    redirectSteps: values.REDIRECT_STEPS,
    payment: {
      provider: values.PAYMENT_PROVIDER,
      hosts: new Set(values.PAYMENT_HOSTS),
    },
    memberApi: {
      url: values.MEMBER_API_URL,
      key: values.MEMBER_API_KEY,
      readTimeoutMs: values.MEMBER_API_READ_TIMEOUT_MS,
      writeTimeoutMs: values.MEMBER_API_WRITE_TIMEOUT_MS,
    },
    memberSocket: {
      url: values.MEMBER_SOCKET_URL[0] ?? values.MEMBER_API_URL,
      timeoutMs: values.MEMBER_SOCKET_TIMEOUT_MS,
    },
    retentionDays: values.RETENTION_DAYS,
    limits: limits(values),
  }
}

/** Reads the whole environment, or says everything that is wrong with it at once. */
export const readConfig = (
  environment: Environment,
): Result.Result<GatewayConfigShape, ConfigRefused> => {
  const { values, sentences } = readSettings(environment)
  if (!isTotal(values)) return Result.fail(new ConfigRefused({ sentences }))
  const contradicting = contradictions(values)
  if (contradicting.length > 0) {
    return Result.fail(new ConfigRefused({ sentences: contradicting }))
  }
  const config = assemble(values)
  return config === undefined
    ? Result.fail(
        new ConfigRefused({
          sentences: [`SESSION_SECRET must be ${SETTINGS.SESSION_SECRET.must}.`],
        }),
      )
    : Result.succeed(config)
}

export class GatewayConfig extends Context.Service<GatewayConfig, GatewayConfigShape>()(
  "gateway/GatewayConfig",
) {
  static readonly layer = (environment: Environment) =>
    Layer.effect(GatewayConfig, Effect.fromResult(readConfig(environment)))
}
