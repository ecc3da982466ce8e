/** The static statement pages (product spec, section 2), in a language. */
import type { Locale } from "@foldcast/contracts/units"

export type Statement = "terms-conditions" | "privacy"

export const statementHref = (statement: Statement, locale: Locale): string =>
  locale === "nl" ? `/${statement}` : `/${locale}/${statement}`
