/** A performer's profile in a language. */
import type { Locale } from "@foldcast/contracts/units"
import { localePath } from "@foldcast/rules/page-routes"

export const profileHref = (performer: string, locale: Locale): string =>
  localePath(`/profile/${encodeURIComponent(performer)}`, locale)
