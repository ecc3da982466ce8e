/** The brand for the browser: complete, with every default applied (SHELL-06 to SHELL-10). Pure. */
import type { Lander, PublicBrand } from "@foldcast/contracts/queries/brand"
import { DEFAULT_FEATURES } from "@foldcast/contracts/queries/features"
import { m } from "@foldcast/messages/messages"
import { effectiveWelcomeCredits } from "@foldcast/rules/welcome-credits"
import type { PartnerCopy } from "./partner-copy.ts"

const landerOf = ({ lander }: PartnerCopy): Lander | null =>
  lander === null ? null : { id: String(lander.id), media: lander.media, i18n: lander.i18n }

const seoTextOf = ({ name, seoText }: PartnerCopy["configuration"]): PublicBrand["seoText"] =>
  seoText === undefined
    ? {
        nl: m.seo_home({ brand: name }, { locale: "nl" }),
        en: m.seo_home({ brand: name }, { locale: "en" }),
      }
    : seoText

export const publicBrand = (copy: PartnerCopy): PublicBrand => {
  const { configuration, lander, logo } = copy
  const { id, name, colours, radius, company, affiliateCode, affiliateInfo, links } = configuration
  return {
    id,
    name,
    logo: logo === null ? null : `/brand/${id}/logo`,
    colours,
    radius,
    company,
    affiliateCode,
    affiliateInfo,
    links,
    features: { ...DEFAULT_FEATURES, ...configuration.features },
    disabledRoutes: configuration.disabledRoutes,
    welcomeCredits: effectiveWelcomeCredits(configuration.welcomeCredits),
    seoText: seoTextOf(configuration),
    layout: lander?.layout === "whitelabel" ? "whitelabel" : "default",
    lander: landerOf(copy),
  }
}
