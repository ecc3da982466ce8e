/** In which brand, theme and language the samples are shown, by the address of the page. */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import { HOUSE_BRAND, PARTNER_BRAND } from "../screens/brands.fixture.ts"

/** @internal Development alone shows them. */
export const DESIGN_CHOICES = {
  brand: [HOUSE_BRAND.id, PARTNER_BRAND.id],
  theme: ["dark", "light"],
  locale: ["nl", "en"],
} as const

export interface ChosenDesign {
  readonly brand: PublicBrand
  readonly theme: "dark" | "light"
  readonly locale: Locale
  /** The one group that is shown; null shows all. */
  readonly group: string | null
}

/** @internal */
export const chosenDesign = (query: URLSearchParams): ChosenDesign => ({
  brand: query.get("brand") === PARTNER_BRAND.id ? PARTNER_BRAND : HOUSE_BRAND,
  theme: query.get("theme") === "light" ? "light" : "dark",
  locale: query.get("locale") === "en" ? "en" : "nl",
  group: query.get("group"),
})
