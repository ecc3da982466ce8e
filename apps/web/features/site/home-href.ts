/** The home page in a language: unprefixed for Dutch, as search engines know it. */
import type { Locale } from "@foldcast/contracts/units"

export const homeHref = (locale: Locale): string => (locale === "nl" ? "/" : `/${locale}`)
