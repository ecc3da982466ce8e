/**
 * The language of the texts in a test that renders none of the pages, which name their own. Files share
 * a process, so it is put back at the end of the block that asked for another.
 */
import { afterAll, beforeAll } from "vitest"
import { getLocale, type Locale, overwriteGetLocale } from "@foldcast/messages/runtime"

export const speakIn = (locale: Locale): void => {
  const before = getLocale
  beforeAll(() => overwriteGetLocale(() => locale))
  afterAll(() => overwriteGetLocale(before))
}
