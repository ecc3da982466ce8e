/**
 * Two brands as the gateway passes them to a page: the default brand, and a partner's that differs in every field.
 */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"

export const HOUSE_BRAND: PublicBrand = {
  id: "foldcast",
  name: "Foldcast",
  logo: null,
  colours: {
    dark: { brand: { l: 0.68, c: 0.17, h: 350 }, onBrand: { l: 0.17, c: 0.02, h: 350 } },
    light: { brand: { l: 0.53, c: 0.17, h: 350 }, onBrand: { l: 0.99, c: 0.004, h: 350 } },
    surfaceHue: 290,
  },
  radius: 8,
  company: {
    name: "Foldcast B.V.",
    email: "help@foldcast.example",
    phone: "+31 20 000 00 00",
    address: "Voorbeeldstraat 1, 1000 AA Amsterdam",
  },
  affiliateCode: null,
  affiliateInfo: null,
  links: {
    company: "https://company.foldcast.example/",
    affiliate: "https://affiliate.foldcast.example/",
    performerSignUp: "https://performers.foldcast.example/",
    contentFilters: ["https://filter-one.example/", "https://filter-two.example/"],
    leaveSite: "https://www.example.com/",
  },
  features: DEFAULT_FEATURES,
  disabledRoutes: [],
  welcomeCredits: 120,
  seoText: {
    nl: "Foldcast is live chat voor volwassenen. Lees de [voorwaarden](/terms-conditions).",
    en: "Foldcast is live chat for adults. Read the [terms](/en/terms-conditions).",
  },
  layout: "whitelabel",
  lander: null,
}

export const PARTNER_BRAND: PublicBrand = {
  ...HOUSE_BRAND,
  id: "harbour",
  name: "Harbour",
  logo: "/brand/logo.svg",
  colours: {
    dark: { brand: { l: 0.74, c: 0.13, h: 200 }, onBrand: { l: 0.17, c: 0.02, h: 200 } },
    light: { brand: { l: 0.5, c: 0.09, h: 200 }, onBrand: { l: 0.99, c: 0.004, h: 200 } },
    surfaceHue: 220,
  },
  radius: 14,
  company: { name: "Harbour Media", email: "desk@harbour.example", phone: null, address: null },
  seoText: null,
  links: {
    ...HOUSE_BRAND.links,
    company: null,
    affiliate: null,
    contentFilters: ["https://filter-one.example/"],
  },
}
