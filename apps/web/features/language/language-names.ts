/** Each language by its own name, in every page language. */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"

export const LANGUAGE_NAMES: Readonly<Record<Locale, () => string>> = {
  nl: m.language_nl,
  en: m.language_en,
}
