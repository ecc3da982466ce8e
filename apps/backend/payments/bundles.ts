/**
 * The bundles that are sold. Prices include VAT; a minute costs at most 0.99 euro and less in larger bundles
 * (WALLET-04, WALLET-18). A payment grants all minutes that the bundle names: its credits, and 60 for every bonus
 * minute. Pure data.
 */
import type { UpstreamBundle } from "@foldcast/contracts/upstream/member-api"
import type { Locale } from "@foldcast/contracts/units"

export interface SoldBundle {
  readonly id: string
  /** Euro cents, VAT included. */
  readonly costCents: number
  readonly credits: number
  readonly bonusMinutes: number
  readonly label: Readonly<Record<Locale, string>> | null
  readonly classes: string
}

/** Seven, in the order of the wallet, which shows the first five. */
export const SOLD_BUNDLES: readonly [SoldBundle, ...ReadonlyArray<SoldBundle>] = [
  {
    id: "bundle-300",
    costCents: 495,
    credits: 300,
    bonusMinutes: 1,
    label: { nl: "Eerste aankoop", en: "First purchase" },
    classes: "firstTime",
  },
  {
    id: "bundle-600",
    costCents: 990,
    credits: 600,
    bonusMinutes: 0,
    label: null,
    classes: "",
  },
  {
    id: "bundle-1500",
    costCents: 2_375,
    credits: 1_500,
    bonusMinutes: 2,
    label: { nl: "Meest gekozen", en: "Most popular" },
    classes: "default,mostBought",
  },
  {
    id: "bundle-3000",
    costCents: 4_500,
    credits: 3_000,
    bonusMinutes: 5,
    label: null,
    classes: "",
  },
  {
    id: "bundle-6000",
    costCents: 8_500,
    credits: 6_000,
    bonusMinutes: 15,
    label: { nl: "Voordeligst", en: "Best deal" },
    classes: "bestDeal",
  },
  {
    id: "bundle-12000",
    costCents: 16_500,
    credits: 12_000,
    bonusMinutes: 35,
    label: null,
    classes: "",
  },
  {
    id: "bundle-24000",
    costCents: 31_900,
    credits: 24_000,
    bonusMinutes: 80,
    label: null,
    classes: "",
  },
]

/** A first-purchase bundle is sold only to members who have never bought. */
export const bundlesFor = ({
  hasBought,
}: {
  readonly hasBought: boolean
}): ReadonlyArray<SoldBundle> =>
  hasBought
    ? SOLD_BUNDLES.filter(({ classes }) => !classes.split(",").includes("firstTime"))
    : SOLD_BUNDLES

export const upstreamBundle = (bundle: SoldBundle, lang: Locale): UpstreamBundle => ({
  id: bundle.id,
  name: `${bundle.credits} credits`,
  cost: bundle.costCents,
  credits: bundle.credits,
  currency: "EUR",
  bonus: bundle.bonusMinutes,
  label: bundle.label?.[lang] ?? null,
  meta: { classes: bundle.classes },
})
