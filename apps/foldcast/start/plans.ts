/** The site's processes and the environment of each: the inherited part, overridden by the settings here. Pure. */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Environment, textIn } from "@foldcast/settings/read-settings"
import {
  backendUrlOf,
  bankUrlOf,
  brandSettings,
  mediaUrlOf,
  phoneUrlOf,
  type Ports,
  siteOrigins,
  smtpUrlOf,
} from "./addresses.ts"
import { inheritedBy } from "./inherited-environment.ts"
import type { Secrets } from "./secrets.ts"
import type { LaunchConfig } from "./settings.ts"
import type { ProcessPlan } from "./supervised-process.ts"

export const PROCESS_NAMES = ["simulators", "backend", "media", "gateway"] as const
export type ProcessName = (typeof PROCESS_NAMES)[number]

export interface LaunchContext {
  readonly root: string
  readonly config: LaunchConfig
  readonly environment: Environment
  readonly secrets: Secrets
  readonly ports: Ports
  /**
   * The key that the gateway sends to the reference backend: the member API's key, if that API is the reference
   * backend's.
   */
  readonly backendKey: string
  /** The key that the performer's desk sends to the reference backend. */
  readonly deskKey: string
  /** Unless PHONE_SECRET is set. */
  readonly phoneKey: string
  /** The keys that the media engine and the reference backend send to each other. */
  readonly mediaKeys: { readonly auth: string; readonly admin: string }
  /** Watch mode with hot reload. */
  readonly development: boolean
  readonly restart: boolean
}

/** The packed processes, under the repository's root; development runs their sources (ADR 0034). */
export const PACKED = {
  simulators: "apps/simulators/dist/process/main.js",
  backend: "apps/backend/dist/main.js",
  gateway: "gateway/dist/main.js",
} as const
const SOURCES: Readonly<Record<ProcessName, string>> = {
  simulators: "@foldcast/simulators/main",
  backend: "@foldcast/backend/main",
  media: "@foldcast/media/main",
  gateway: "@foldcast/gateway/server/main",
}
/** The script of the desk's pages, which the simulators serve. */
export const PACKED_DESK = "apps/simulators/dist/desk/desk.js"

const mainOf = (name: ProcessName, { root, development }: LaunchContext): string =>
  name === "media" || development
    ? fileURLToPath(import.meta.resolve(SOURCES[name]))
    : join(root, PACKED[name])

/** The settings that the media engine, the backend that admits viewers, and the WHIP and WHEP clients share. */
const mediaSettings = ({ config, ports, mediaKeys: { auth, admin } }: LaunchContext) => {
  if (!needsMedia(config)) return { backend: {}, engine: {}, gateway: {}, simulators: {} }
  const backendUrl = backendUrlOf(ports)
  const MEDIA_ENGINE_URL = mediaUrlOf(ports)
  const keys = { MEDIA_AUTH_KEY: auth, MEDIA_ADMIN_KEY: admin }
  return {
    backend: { MEDIA_ENGINE_URL, ...keys },
    engine: {
      MEDIA_HOST: config.host,
      MEDIA_PORT: String(ports.media),
      MEDIA_AUTH_URL: `${backendUrl}/media/authorise`,
      MEDIA_EVENTS_URL: `${backendUrl}/media/events`,
      MEDIA_LOOPS_URL: `${backendUrl}/media/loops`,
      ...keys,
    },
    gateway: { MEDIA_ENGINE_URL },
    simulators: { MEDIA_ENGINE_URL },
  }
}

/** What the reference backend and the simulated phone's provider say to each other is signed with one key. */
const phoneSettings = ({ config, environment, ports, phoneKey }: LaunchContext) => {
  if (!hasPhone(config)) return { backend: {}, simulators: {} }
  const PHONE_SECRET = textIn(environment, "PHONE_SECRET") || phoneKey
  return {
    backend: { PHONE_URL: phoneUrlOf(ports), PHONE_SECRET },
    simulators: { PHONE_BACKEND_URL: backendUrlOf(ports), PHONE_SECRET },
  }
}

const environmentOf = (name: ProcessName, ground: LaunchContext): Record<string, string> => {
  const { config, environment, ports, secrets } = ground
  const backendUrl = backendUrlOf(ports)
  const bankUrl = bankUrlOf(ground)
  const { memberApiUrl, performerServiceUrl } = config
  const { BANK_SECRET, TOKEN_SECRET, MEMBER_API_KEY, SESSION_SECRET, SUPPORT_TOKEN } = secrets
  const deskKey = hasDesk(config) ? { DESK_KEY: ground.deskKey } : {}
  const media = mediaSettings(ground)
  const phone = phoneSettings(ground)
  const FOLDCAST_ENV = config.production ? "production" : "development"
  const own: Readonly<Record<ProcessName, Record<string, string>>> = {
    simulators: {
      SIMULATORS_PORT: String(ports.simulators),
      SMTP_PORT: String(ports.smtp),
      DATA_DIR: config.dataDir,
      BANK_SECRET,
      ...deskKey,
      DESK_BACKEND_URL: backendUrl,
      ...phone.simulators,
      ...media.simulators,
    },
    backend: {
      BACKEND_HOST: "127.0.0.1",
      BACKEND_PORT: String(ports.backend),
      BACKEND_URL: backendUrl,
      DATA_DIR: join(config.dataDir, "backend"),
      MEMBER_API_KEY: ground.backendKey,
      TOKEN_SECRET,
      BANK_SECRET,
      ...deskKey,
      ...media.backend,
      ...phone.backend,
      // Without its own member API the backend takes no payments and sends no mails.
      ...(memberApiUrl === null && { BANK_URL: bankUrl, SMTP_URL: smtpUrlOf(ground) }),
      ...siteOrigins(environment, ports),
    },
    media: media.engine,
    gateway: {
      HOST: config.host,
      ...media.gateway,
      PORT: String(ports.site),
      DATA_DIR: join(config.dataDir, "gateway"),
      MEMBER_API_URL: memberApiUrl ?? backendUrl,
      MEMBER_API_KEY,
      ...(memberApiUrl !== null &&
        performerServiceUrl === null && {
          PERFORMER_SERVICE_URL: backendUrl,
          PERFORMER_SERVICE_KEY: ground.backendKey,
        }),
      SESSION_SECRET,
      SUPPORT_TOKEN,
      ...(needsBackend(config) &&
        brandSettings({ environment, production: config.production }, ports)),
      ...(memberApiUrl === null &&
        config.bankUrl === null && {
          PAYMENT_HOSTS: `localhost:${ports.simulators},127.0.0.1:${ports.simulators}`,
        }),
      ...(ground.development && { FOLDCAST_DEV: "1" }),
    },
  }
  return { ...inheritedBy(name, environment), FOLDCAST_ENV, ...own[name] }
}

export const planOf = (name: ProcessName, ground: LaunchContext): ProcessPlan => ({
  name,
  args: ["--import", import.meta.resolve("./end-with-parent.js"), mainOf(name, ground)],
  environment: environmentOf(name, ground),
  cwd: ground.root,
  logFile: join(ground.config.dataDir, "logs", `${name}.log`),
  restart: ground.restart,
})

type Services = Pick<
  LaunchConfig,
  "memberApiUrl" | "performerServiceUrl" | "bankUrl" | "smtpUrl" | "media" | "mediaEngineUrl"
>

type DeskGround = Services & Pick<LaunchConfig, "production" | "deskPassword">

/** Whether any service is the reference backend's. */
export const needsBackend = ({
  memberApiUrl,
  performerServiceUrl,
}: Pick<Services, "memberApiUrl" | "performerServiceUrl">): boolean =>
  memberApiUrl === null || performerServiceUrl === null

/** Whether the embedded media engine serves the reference backend's rooms. */
export const needsMedia = ({ performerServiceUrl, media, mediaEngineUrl }: Services): boolean =>
  media && performerServiceUrl === null && mediaEngineUrl === null

/** Whether any external party is simulated: bank and mailbox belong to the member API. */
export const needsSimulators = ({
  memberApiUrl,
  bankUrl,
  smtpUrl,
}: Pick<Services, "memberApiUrl" | "bankUrl" | "smtpUrl">): boolean =>
  memberApiUrl === null && (bankUrl === null || smtpUrl === null)

/** Whether the reference backend's callers are at the simulated phone. */
export const hasPhone = (
  config: Services & Pick<LaunchConfig, "production" | "phoneUrl">,
): boolean => needsSimulators(config) && !config.production && config.phoneUrl === null

/** Whether the performer's desk exists for the reference backend; in production only with a password. */
export const hasDesk = (config: DeskGround): boolean =>
  needsSimulators(config) &&
  config.performerServiceUrl === null &&
  (!config.production || config.deskPassword !== null)

/** In order of the start: each depends on earlier ones. */
export const processNames = (config: Services): ReadonlyArray<ProcessName> => {
  const isNeeded: Readonly<Record<ProcessName, boolean>> = {
    simulators: needsSimulators(config),
    backend: needsBackend(config),
    media: needsMedia(config),
    gateway: true,
  }
  return PROCESS_NAMES.filter((name) => isNeeded[name])
}
