/**
 * Refreshes one brand from its partner host: configuration, the lander that styles the site, the logo. A refusal or
 * a silent host is logged, and the previous copy stays.
 */
import { Effect, Result } from "effect"
import type { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { MemberApi } from "../upstream/member-api.ts"
import type { Brand } from "./brand.ts"
import { inWords, unknownNames } from "./configuration-faults.ts"
import type { Logo, PartnerCopy } from "./partner-copy.ts"
import type { PartnerDisk } from "./partner-disk.ts"
import { askConfiguration, askLogo } from "./partner-host.ts"
import { publicBrand } from "./public-brand.ts"
import { readConfiguration } from "./read-configuration.ts"

export interface Partner {
  readonly id: string
  /** Null: there is no partner host, and the brand is the one in code. */
  readonly url: string | null
  readonly hosts: ReadonlySet<string>
}

export interface HeldBrand {
  readonly partner: Partner
  copy: PartnerCopy
  brand: Brand
  /** Whether the host has delivered since the start. */
  received: boolean
}

export const brandOf = ({ id, hosts }: Partner, copy: PartnerCopy): Brand => ({
  id,
  name: copy.configuration.name,
  hosts,
  securityContact: copy.configuration.securityContact ?? copy.configuration.company.email,
  public: publicBrand(copy),
})

/** The lander that styles the site; the previous one where the member API does not answer. */
const landerOf = Effect.fnUntraced(function* (id: string | null, known: PartnerCopy) {
  if (id === null) return null
  const memberApi = yield* MemberApi
  const outcome = yield* memberApi.call({
    call: "GET /lander",
    query: { id },
    lang: DEFAULT_LOCALE,
    noNude: false,
  })
  if (outcome._tag === "Answered") return outcome.body
  const isSame = known.configuration.lander === id
  return outcome._tag === "Refused" || !isSame ? null : known.lander
})

const logoOf = (base: string, { id, logo }: PartnerConfiguration, known: Logo | null) =>
  logo === null
    ? Effect.succeed(null)
    : askLogo(base, logo).pipe(
        Effect.catchTag("PartnerSilent", ({ reason }) =>
          Effect.as(
            Effect.logWarning("a brand's logo is refused", { brand: id, logo, reason }),
            known?.path === logo ? known : null,
          ),
        ),
      )

const warnOfUnknownNames = (brand: string, text: string) => {
  const unknown = unknownNames(text)
  return unknown.length === 0
    ? Effect.void
    : Effect.logWarning("a brand's configuration has names that mean nothing", {
        brand,
        reason: inWords(unknown),
      })
}

export const refreshBrand = Effect.fnUntraced(
  function* (held: HeldBrand, disk: PartnerDisk) {
    const { id, url } = held.partner
    if (url === null) return
    const text = yield* askConfiguration(url)
    const read = readConfiguration(text, id)
    if (Result.isFailure(read)) {
      const refusal = { brand: id, reason: read.failure }
      return yield* Effect.logWarning("a brand's configuration is refused", refusal)
    }
    const configuration = read.success
    const copy: PartnerCopy = {
      configuration,
      lander: yield* landerOf(configuration.lander, held.copy),
      logo: yield* logoOf(url, configuration, held.copy.logo),
    }
    const isNew = JSON.stringify(copy) !== JSON.stringify(held.copy)
    if (isNew || !held.received) yield* warnOfUnknownNames(id, text)
    held.copy = copy
    held.brand = brandOf(held.partner, copy)
    held.received = true
    if (isNew) yield* disk.write(id, copy)
  },
  (effect, { partner }) =>
    Effect.catchTag(effect, "PartnerSilent", ({ reason }) =>
      Effect.logWarning("a brand's partner host is silent", { brand: partner.id, reason }),
    ),
)
