/**
 * The gateway's configuration: one complete record, read once from the environment, in the shape that settings.ts
 * declares. A faulty environment is refused as a whole, with one sentence per setting, which never repeats the
 * value that was found.
 *
 * Pure except for the layer.
 */
import { Context, Effect, Layer, Result } from "effect"
import {
  type Environment,
  readSettings,
  SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import { isReadable } from "./settings/setting-values.ts"
import { GATEWAY_SETTINGS } from "./settings.ts"

export interface OriginPolicy {
  readonly own: ReadonlySet<string>
  /** Development only: `http://` with the request's own Host is an origin of the site too. */
  readonly trustHost: boolean
}

type Values = SettingValues<typeof GATEWAY_SETTINGS>

/** The names of the rate limits. */
export type RateName = keyof Values["limits"]["rates"]

const originPolicy = ({ production, port, origins }: Values): OriginPolicy => {
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  return production
    ? { own: new Set(origins.own), trustHost: false }
    : { own: new Set([...origins.own, ...local]), trustHost: true }
}

/** The addresses to which the gateway sends keys, tokens, offers or requests. */
const upstreamAddresses = ({
  memberApi,
  memberSocket,
  performerService,
  chatSocket,
  media,
  mediaEngine,
  geoUrl,
  partners,
}: Values): ReadonlyArray<readonly [name: string, url: string | null]> => [
  ["MEMBER_API_URL", memberApi.url],
  ["MEMBER_SOCKET_URL", memberSocket.url],
  ["PERFORMER_SERVICE_URL", performerService.url],
  ["CHAT_SOCKET_URL", chatSocket.url],
  ["MEDIA_URL", media.url],
  ["MEDIA_ENGINE_URL", mediaEngine.url],
  ["GEO_URL", geoUrl],
  ...partners.map(({ url }) => ["PARTNERS", url] as const),
]

/** Checks that involve several settings. */
const contradictions = (values: Values): ReadonlyArray<string> => {
  const { supportTokens, performerService, partners, brandHosts } = values
  const sentences: Array<string> = []
  const names = supportTokens.named.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    sentences.push("SUPPORT_TOKENS must give each name once.")
  }
  if (supportTokens.one !== null && names.includes("support")) {
    sentences.push("SUPPORT_TOKENS must not use the name support while SUPPORT_TOKEN is set.")
  }
  // A key is sent only to the host it was issued for.
  if (performerService.url !== null && performerService.key === null) {
    sentences.push("PERFORMER_SERVICE_KEY must be set where PERFORMER_SERVICE_URL is.")
  }
  const brands = partners.map(({ id }) => id)
  if (new Set(brands).size < brands.length) {
    sentences.push("PARTNERS must give each id once.")
  }
  if ([...brandHosts.keys()].some((id) => !brands.includes(id))) {
    sentences.push("BRAND_HOSTS must name brands of PARTNERS.")
  }
  if (values.production && values.upstreamNetwork === "public") {
    for (const [name, url] of upstreamAddresses(values)) {
      if (url === null || !isReadable(url)) continue
      sentences.push(`${name} must be https in production where UPSTREAM_NETWORK is not private.`)
    }
  }
  if (values.production && values.origins.own.some((origin) => !origin.startsWith("https://"))) {
    sentences.push("PUBLIC_ORIGINS must be https origins in production.")
  }
  return sentences
}

/** Derives missing values from the others. */
const assemble = (values: Values) => {
  const { memberApi, memberSocket, performerService, chatSocket, media } = values
  const { named, one } = values.supportTokens
  const performerServiceUrl = performerService.url ?? memberApi.url
  return {
    ...values,
    origins: originPolicy(values),
    supportTokens: one === null ? named : [...named, { name: "support", token: one }],
    memberSocket: { ...memberSocket, url: memberSocket.url ?? memberApi.url },
    performerService: {
      ...performerService,
      url: performerServiceUrl,
      key: performerService.key ?? memberApi.key,
    },
    chatSocket: { ...chatSocket, url: chatSocket.url ?? performerServiceUrl },
    // Pictures are at its root, whatever path the service's calls have (performers/media-path.ts).
    media: { ...media, url: new URL(media.url ?? performerServiceUrl).origin },
  }
}

export interface GatewayConfigShape extends Readonly<ReturnType<typeof assemble>> {}

/** Reads the whole environment, or reports everything that is wrong with it at once. */
export const readConfig = (
  environment: Environment,
): Result.Result<GatewayConfigShape, SettingsRefused> =>
  Result.flatMap(readSettings(GATEWAY_SETTINGS, environment), (values) => {
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
