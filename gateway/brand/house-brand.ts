/**
 * The house brand in code: the site's look before a partner host has answered, and where there is none. An unknown
 * partner looks like the house, under its own id.
 */
import type { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"

export const HOUSE_BRAND_ID = "foldcast"

export const HOUSE_CONFIGURATION: PartnerConfiguration = {
  id: HOUSE_BRAND_ID,
  name: "Foldcast",
  logo: null,
  colours: {
    dark: { brand: { l: 0.68, c: 0.17, h: 350 }, onBrand: { l: 0.17, c: 0.02, h: 350 } },
    light: { brand: { l: 0.53, c: 0.17, h: 350 }, onBrand: { l: 0.99, c: 0.004, h: 350 } },
    surfaceHue: 290,
  },
  radius: 8,
  company: { name: "Foldcast", email: "help@foldcast.example", phone: null, address: null },
  affiliateCode: null,
  affiliateInfo: null,
  links: {
    company: null,
    affiliate: null,
    performerSignUp: null,
    contentFilters: [],
    leaveSite: "https://www.example.com/",
  },
  features: {},
  disabledRoutes: [],
  welcomeCredits: null,
  lander: null,
}

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

export const unknownConfiguration = (id: string): PartnerConfiguration =>
  id === HOUSE_BRAND_ID
    ? HOUSE_CONFIGURATION
    : { ...HOUSE_CONFIGURATION, id, name: capitalised(id) }
