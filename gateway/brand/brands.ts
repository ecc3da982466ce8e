/**
 * The brands of this gateway. Each partner host is asked at the start and in the background from then on; the last
 * good copy stays, in memory and on disk, until a newer good one replaces it.
 *
 * Invariant: there is always a brand; before its first configuration a partner looks like the house
 * (house-brand.ts).
 */
import { Context, Duration, Effect, Layer, Random } from "effect"
import { GatewayConfig, type GatewayConfigShape } from "../config.ts"
import type { MemberApi } from "../upstream/member-api.ts"
import type { Brand } from "./brand.ts"
import { HOUSE_BRAND_ID, unknownConfiguration } from "./house-brand.ts"
import type { Logo, PartnerCopy } from "./partner-copy.ts"
import { type PartnerDisk, partnerDisk } from "./partner-disk.ts"
import { brandOf, type HeldBrand, type Partner, refreshBrand } from "./refresh-brand.ts"
import { resolveBrand } from "./resolve-brand.ts"

export interface BrandsShape {
  readonly of: (host: string | undefined) => Brand
  /** The present display names, which are reserved (ADR 0042). */
  readonly names: () => ReadonlyArray<string>
  /** A brand's logo, by its id; null where it has none. */
  readonly logo: (id: string) => Logo | null
  readonly refresh: Effect.Effect<void>
}

/** How long a start waits for the partner hosts before it uses the copies on disk. */
const START_WITHIN = Duration.seconds(3)
/** A host without a first answer is asked again sooner. */
const UNKNOWN_AGAIN_MS = 10_000

const NO_HOSTS: ReadonlySet<string> = new Set()

const holdBrand = Effect.fnUntraced(function* (partner: Partner, disk: PartnerDisk) {
  const unknownCopy: PartnerCopy = {
    configuration: unknownConfiguration(partner.id),
    lander: null,
    logo: null,
  }
  const copy = (partner.url === null ? null : yield* disk.read(partner.id)) ?? unknownCopy
  return { partner, copy, brand: brandOf(partner, copy), received: false } satisfies HeldBrand
})

/** All configured brands, the default one first. */
const holdBrands = Effect.fnUntraced(function* (
  { partners, brandHosts }: GatewayConfigShape,
  disk: PartnerDisk,
) {
  const [first, ...others] = partners.map(({ id, url }): Partner => ({
    id,
    url,
    hosts: brandHosts.get(id) ?? NO_HOSTS,
  }))
  const house: Partner = { id: HOUSE_BRAND_ID, url: null, hosts: NO_HOSTS }
  return [
    yield* holdBrand(first ?? house, disk),
    ...(yield* Effect.forEach(others, (partner) => holdBrand(partner, disk))),
  ] as const
})

/** Waits for the interval with jitter, then refreshes. */
const refreshLater = Effect.fnUntraced(function* (
  held: HeldBrand,
  disk: PartnerDisk,
  brandRefreshMs: number,
) {
  const usual = held.received ? brandRefreshMs : Math.min(brandRefreshMs, UNKNOWN_AGAIN_MS)
  const least = Math.ceil(usual * 0.8)
  yield* Effect.sleep(Duration.millis(yield* Random.nextIntBetween(least, usual + 1)))
  // A defect while reading a brand is handled like a silent host.
  yield* refreshBrand(held, disk).pipe(
    Effect.catchDefect((defect) => Effect.logError("a brand could not be read", defect)),
  )
})

export class Brands extends Context.Service<Brands, BrandsShape>()("gateway/Brands") {
  static readonly layer = Layer.effect(
    Brands,
    Effect.gen(function* () {
      const config = yield* GatewayConfig
      const services = yield* Effect.context<MemberApi>()
      const disk = partnerDisk(config.dataDir)
      const table = yield* holdBrands(config, disk)
      const refresh = Effect.forEach(table, (held) => refreshBrand(held, disk), {
        concurrency: 4,
        discard: true,
      }).pipe(Effect.provideContext(services))
      yield* Effect.timeoutOrElse(refresh, { duration: START_WITHIN, orElse: () => Effect.void })
      for (const held of table) {
        if (held.partner.url === null) continue
        yield* Effect.forkScoped(Effect.forever(refreshLater(held, disk, config.brandRefreshMs)))
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
