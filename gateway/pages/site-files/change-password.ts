/**
 * `/.well-known/change-password`: password managers open it to change a password
 * (https://www.w3.org/TR/change-password-url/). Null where the brand has that page switched off. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { isPageOn } from "@foldcast/rules/page-access"
import { localePath, PAGES } from "@foldcast/rules/page-routes"

export const changePasswordPath = (
  locale: Locale,
  disabledRoutes: ReadonlyArray<string>,
): string | null =>
  isPageOn("settings", locale, disabledRoutes) ? localePath(PAGES.settings.path, locale) : null
