/**
 * The gateway's configuration: one total record, read once from the environment (settings.ts says what
 * can be set). A faulty environment is refused as a whole, with one sentence per setting and never with
 * the text that was found there.
 *
 * Callers: main.ts and every room that has a limit. Pure but for the layer.
 */
import type { BlockList } from "node:net"
import { Context, Effect, Layer, type Redacted, Result } from "effect"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"
import {
  type Environment,
  readSettings,
  SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import type { Rate } from "@foldcast/settings/readers"
import type { PartnerAddress, SupportToken } from "./setting-values.ts"
import { SETTINGS } from "./settings.ts"

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
  | "queriesPerAddress"
  | "picturesPerAddress"
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
  readonly performerService: {
    readonly url: string
    readonly key: Redacted.Redacted
    readonly timeoutMs: number
  }
  readonly performerStatuses: {
    readonly everyMs: number
    readonly maxPerformers: number
  }
  readonly media: {
    /** Its pictures are this site's own, under /media/. */
    readonly url: string
    /** `host` or `host:port`, as they stand in a picture's address. */
    readonly otherHosts: ReadonlySet<string>
  }
  readonly retentionDays: number
  /** Of the public answers that captures show, as they lie on the disk. */
  readonly maxKeptAnswerBytes: number
  readonly limits: Limits
}

type Values = SettingValues<typeof SETTINGS>

const originPolicy = (values: Values): OriginPolicy => {
  const { PORT, PUBLIC_ORIGINS } = values
  const local = [`http://localhost:${PORT}`, `http://127.0.0.1:${PORT}`]
  return values.FOLDCAST_ENV === "production"
    ? { own: new Set(PUBLIC_ORIGINS), trustHost: false }
    : { own: new Set([...PUBLIC_ORIGINS, ...local]), trustHost: true }
}

const limits = (values: Values): Limits => ({
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
    queriesPerAddress: values.RATE_QUERIES_PER_ADDRESS,
    picturesPerAddress: values.RATE_PICTURES_PER_ADDRESS,
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
const contradictions = (values: Values): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  const names = values.SUPPORT_TOKENS.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    sentences.push("SUPPORT_TOKENS must give each name once.")
  }
  if (values.SUPPORT_TOKEN !== null && names.includes("support")) {
    sentences.push("SUPPORT_TOKENS must not use the name support while SUPPORT_TOKEN is set.")
  }
  // A key is shown to the host it was given for, and to no other.
  if (values.PERFORMER_SERVICE_URL !== null && values.PERFORMER_SERVICE_KEY === null) {
    sentences.push("PERFORMER_SERVICE_KEY must be set where PERFORMER_SERVICE_URL is.")
  }
  const brands = values.PARTNERS.map(({ id }) => id)
  if (new Set(brands).size < brands.length) {
    sentences.push("PARTNERS must give each id once.")
  }
  if ([...values.BRAND_HOSTS.keys()].some((id) => !brands.includes(id))) {
    sentences.push("BRAND_HOSTS must name brands of PARTNERS.")
  }
  if (
    values.FOLDCAST_ENV === "production" &&
    values.PUBLIC_ORIGINS.some((origin) => !origin.startsWith("https://"))
  ) {
    sentences.push("PUBLIC_ORIGINS must be https origins in production.")
  }
  return sentences
}

const assemble = (values: Values): GatewayConfigShape => {
  const ownToken = values.SUPPORT_TOKEN
  const performerServiceUrl = values.PERFORMER_SERVICE_URL ?? values.MEMBER_API_URL
  return {
    production: values.FOLDCAST_ENV === "production",
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    origins: originPolicy(values),
    trustedProxies: values.TRUSTED_PROXIES,
    sessionSecrets: values.SESSION_SECRET,
    supportTokens: [
      ...values.SUPPORT_TOKENS,
      ...(ownToken === null ? [] : [{ name: "support", token: ownToken }]),
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
      url: values.MEMBER_SOCKET_URL ?? values.MEMBER_API_URL,
      timeoutMs: values.MEMBER_SOCKET_TIMEOUT_MS,
    },
    performerService: {
      url: performerServiceUrl,
      key: values.PERFORMER_SERVICE_KEY ?? values.MEMBER_API_KEY,
      timeoutMs: values.PERFORMER_SERVICE_TIMEOUT_MS,
    },
    performerStatuses: {
      everyMs: values.PERFORMER_STATUS_MS,
      maxPerformers: values.MAX_PERFORMERS_WATCHED,
    },
    media: {
      // Pictures stand at its root, wherever the service's calls are (media/media-path.ts).
      url: new URL(values.MEDIA_URL ?? performerServiceUrl).origin,
      otherHosts: new Set(values.MEDIA_HOSTS),
    },
    retentionDays: values.RETENTION_DAYS,
    maxKeptAnswerBytes: values.MAX_KEPT_ANSWER_BYTES,
    limits: limits(values),
  }
}

/** Reads the whole environment, or says everything that is wrong with it at once. */
export const readConfig = (
  environment: Environment,
): Result.Result<GatewayConfigShape, SettingsRefused> =>
  Result.flatMap(readSettings(SETTINGS, environment), (values) => {
    const sentences = contradictions(values)
    return sentences.length > 0
      ? Result.fail(new SettingsRefused({ sentences }))
      : Result.succeed(assemble(values))
  })

export class GatewayConfig extends Context.Service<GatewayConfig, GatewayConfigShape>()(
  "gateway/GatewayConfig",
) {
  static readonly layer = (environment: Environment) =>
    Layer.effect(GatewayConfig, Effect.fromResult(readConfig(environment)))
}
