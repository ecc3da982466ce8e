/**
 * The brands of this gateway, live: each partner host is asked at the start and in the background from
 * then on; what was last good stays, in memory and on disk, until something good replaces it.
 *
 * Invariant: there is always a brand; before a partner was ever received it looks like the house (house-brand.ts).
 */
import { Context, Duration, Effect, Layer, Random, Result } from "effect"
import type { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { GatewayConfig } from "../config.ts"
import { MemberApi } from "../upstream/member-api.ts"
import type { Brand } from "./brand.ts"
import { inWords, unknownNames } from "./configuration-faults.ts"
import { HOUSE_BRAND_ID, unknownConfiguration } from "./house-brand.ts"
import type { Logo, PartnerCopy } from "./partner-copy.ts"
import { partnerDisk } from "./partner-disk.ts"
import { askConfiguration, askLogo } from "./partner-host.ts"
import { publicBrand } from "./public-brand.ts"
import { readConfiguration } from "./read-configuration.ts"
import { resolveBrand } from "./resolve-brand.ts"

export interface BrandsShape {
  /** The brand of a request's Host, as it is at this moment. */
  readonly of: (host: string | undefined) => Brand
  /** What people call them, at this moment: names that nobody else has (ADR 0042). */
  readonly names: () => ReadonlyArray<string>
  /** A brand's logo, by its id; null where it has none. */
  readonly logo: (id: string) => Logo | null
  /** Asks every partner host now. */
  readonly refresh: Effect.Effect<void>
}

interface Partner {
  readonly id: string
  /** Null: there is no partner host, the brand is the code's. */
  readonly url: string | null
  readonly hosts: ReadonlySet<string>
}

interface Held {
  readonly partner: Partner
  copy: PartnerCopy
  brand: Brand
  /** Whether the host has answered well since the start. */
  received: boolean
}

/** How long a start waits for the partner hosts before it goes on with what is on disk. */
const START_WITHIN = Duration.seconds(3)
/** A host that was never received is asked again sooner. */
const UNKNOWN_AGAIN_MS = 10_000

const brandOf = ({ id, hosts }: Partner, copy: PartnerCopy): Brand => ({
  id,
  name: copy.configuration.name,
  hosts,
  securityContact: copy.configuration.securityContact ?? copy.configuration.company.email,
  public: publicBrand(copy),
})

const NO_HOSTS: ReadonlySet<string> = new Set()

export class Brands extends Context.Service<Brands, BrandsShape>()("gateway/Brands") {
  static readonly layer = Layer.effect(
    Brands,
    Effect.gen(function* () {
      const config = yield* GatewayConfig
      const memberApi = yield* MemberApi
      const disk = partnerDisk(config.dataDir)

      const hold = Effect.fnUntraced(function* (partner: Partner) {
        const unknownCopy: PartnerCopy = {
          configuration: unknownConfiguration(partner.id),
          lander: null,
          logo: null,
        }
        const copy = (partner.url === null ? null : yield* disk.read(partner.id)) ?? unknownCopy
        return { partner, copy, brand: brandOf(partner, copy), received: false } satisfies Held
      })

      const { partners, brandHosts } = config
      const [first, ...others] = partners.map(({ id, url }) => ({
        id,
        url,
        hosts: brandHosts.get(id) ?? NO_HOSTS,
      }))
      const house = yield* hold(first ?? { id: HOUSE_BRAND_ID, url: null, hosts: NO_HOSTS })
      const table = [house, ...(yield* Effect.forEach(others, hold))] as const

      /** The lander that dresses the site; the last one where nobody could be asked. */
      const landerOf = Effect.fnUntraced(function* (id: string | null, known: PartnerCopy) {
        if (id === null) return null
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

      const ask = Effect.fnUntraced(
        function* (held: Held) {
          const { id, url } = held.partner
          if (url === null) return
          const text = yield* askConfiguration(url)
          const read = readConfiguration(text, id)
          if (Result.isFailure(read)) {
            yield* Effect.logWarning("a brand's configuration is refused", {
              brand: id,
              reason: read.failure,
            })
            return
          }
          const configuration = read.success
          const copy: PartnerCopy = {
            configuration,
            lander: yield* landerOf(configuration.lander, held.copy),
            logo: yield* logoOf(url, configuration, held.copy.logo),
          }
          const isNew = JSON.stringify(copy) !== JSON.stringify(held.copy)
          const unknown = unknownNames(text)
          if (unknown.length > 0 && (isNew || !held.received)) {
            yield* Effect.logWarning("a brand's configuration has names that mean nothing", {
              brand: id,
              reason: inWords(unknown),
            })
          }
          held.copy = copy
          held.brand = brandOf(held.partner, copy)
          held.received = true
          if (isNew) yield* disk.write(id, copy)
        },
        (effect, held) =>
          Effect.catchTag(effect, "PartnerSilent", ({ reason }) =>
            Effect.logWarning("a brand's partner host is silent", {
              brand: held.partner.id,
              reason,
            }),
          ),
      )

      const refresh = Effect.forEach(table, ask, { concurrency: 4, discard: true })
      yield* Effect.timeoutOrElse(refresh, { duration: START_WITHIN, orElse: () => Effect.void })

      const again = Effect.fnUntraced(function* (held: Held) {
        const { brandRefreshMs } = config
        const usual = held.received ? brandRefreshMs : Math.min(brandRefreshMs, UNKNOWN_AGAIN_MS)
        const least = Math.ceil(usual * 0.8)
        yield* Effect.sleep(Duration.millis(yield* Random.nextIntBetween(least, usual + 1)))
        // A brand that breaks who reads it is asked again like one that does not answer.
        yield* ask(held).pipe(
          Effect.catchDefect((defect) => Effect.logError("a brand could not be read", defect)),
        )
      })
      for (const held of table) {
        if (held.partner.url !== null) yield* Effect.forkScoped(Effect.forever(again(held)))
      }

      return Brands.of({
        of: (host) => {
          const [one, ...more] = table
          return resolveBrand(host, [one.brand, ...more.map(({ brand }) => brand)])
        },
        names: () => table.map(({ brand }) => brand.name),
        logo: (id) => table.find(({ partner }) => partner.id === id)?.copy.logo ?? null,
        refresh,
      })
    }),
  )
}
