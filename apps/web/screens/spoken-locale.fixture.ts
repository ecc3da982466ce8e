/**
 * Sets the language of the texts in a test that renders no page; pages set their own. Files share a process, so the
 * language is restored at the end of the block.
 */
import { afterAll, beforeAll } from "vitest"
import { getLocale, type Locale, overwriteGetLocale } from "@foldcast/messages/runtime"

export const speakIn = (locale: Locale): void => {
  const before = getLocale
  beforeAll(() => overwriteGetLocale(() => locale))
  afterAll(() => overwriteGetLocale(before))
}
