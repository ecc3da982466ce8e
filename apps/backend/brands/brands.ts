/**
 * The reference's two brands, as their partner hosts serve them: the house's own, and a partner's that looks unlike
 * it.
 */
import type { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"

/** The accent of the product's own theme (packages/ui/theme/theme.css). */
const FOLDCAST: PartnerConfiguration = {
  id: "foldcast",
  name: "Foldcast",
  // The product's own mark.
  logo: null,
  colours: {
    dark: { brand: { l: 0.68, c: 0.17, h: 350 }, onBrand: { l: 0.17, c: 0.02, h: 350 } },
    light: { brand: { l: 0.53, c: 0.17, h: 350 }, onBrand: { l: 0.99, c: 0.004, h: 350 } },
    surfaceHue: 290,
  },
  radius: 8,
  company: {
    name: "Foldcast B.V.",
    email: "service@foldcast.example",
    phone: "+31 20 555 0100",
    address: "Voorbeeldkade 12, 1000 AA Amsterdam",
  },
  affiliateCode: null,
  affiliateInfo: null,
  links: {
    company: "https://company.foldcast.example/",
    affiliate: "https://affiliates.foldcast.example/",
    performerSignUp: "https://performers.foldcast.example/sign-up",
    contentFilters: ["https://content-filter.example/", "https://parental-control.example/start"],
    leaveSite: "https://elsewhere.example/",
  },
  features: {},
  disabledRoutes: [],
  welcomeCredits: null,
  lander: "foldcast-welcome",
}

const LUMIO: PartnerConfiguration = {
  id: "lumio",
  name: "Lumio",
  logo: "/common/lumio.svg",
  colours: {
    dark: { brand: { l: 0.79, c: 0.12, h: 182 }, onBrand: { l: 0.19, c: 0.03, h: 190 } },
    light: { brand: { l: 0.48, c: 0.08, h: 190 }, onBrand: { l: 0.99, c: 0.005, h: 190 } },
    surfaceHue: 75,
  },
  radius: 14,
  company: {
    name: "Lumio Media B.V.",
    email: "hello@lumio.example",
    phone: "+31 10 555 0177",
    address: "Havenstraat 77, 3000 BB Rotterdam",
  },
  securityContact: "https://company.lumio.example/security",
  affiliateCode: "lumio-01",
  affiliateInfo: "partner",
  links: {
    company: "https://company.lumio.example/",
    affiliate: "https://partners.lumio.example/",
    performerSignUp: "https://performers.lumio.example/join",
    contentFilters: ["https://content-filter.example/", "https://parental-control.example/start"],
    leaveSite: "https://elsewhere.example/",
  },
  features: { fullRegistration: true, longPasswords: true },
  disabledRoutes: [],
  welcomeCredits: 180,
  seoText: {
    nl: "Lumio is live chat voor volwassenen, rustig en zonder omwegen. Lees de [voorwaarden](/terms-conditions).",
    en: "Lumio is live chat for adults, calm and to the point. Read the [terms](/en/terms-conditions).",
  },
  lander: "lumio-welcome",
}

/** The first is the house's. */
export const BRANDS = [FOLDCAST, LUMIO] as const

/** Nobody else may use these names. */
export const BRAND_NAMES: ReadonlyArray<string> = BRANDS.map(({ name }) => name)

/** An unknown or withdrawn id gives the house's brand, so that its members are still served. */
export const brandById = (id: string | undefined): PartnerConfiguration =>
  BRANDS.find((brand) => brand.id === id) ?? FOLDCAST
