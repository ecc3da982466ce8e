/**
 * Invisible characters: zero-width spaces and joiners, direction and byte-order marks, soft hyphens, fillers,
 * tags. They come with text pasted from a web page, a mail or a document. Pure.
 */

/** Characters with no glyph: Unicode's default-ignorable ones, the empty braille pattern, annotation marks. */
const MARKS = /[\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFB}]/gu

/** These, and characters that only combine with another one or show as a space. */
const NOTHING_BY_ITSELF =
  /[\s\p{M}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFB}\u{1D159}]/gu

const SOMETHING_TYPED = /[^\p{Z}\t-\r]/u

/**
 * An address, name or reference without invisible marks and outer spaces. Only for text that is compared, not
 * for text that is read: emoji and several scripts need joiners.
 */
export const withoutInvisibleMarks = (typed: string): string => typed.replaceAll(MARKS, "").trim()

/** Whether the text has input but nothing visible. Spaces alone do not count as input. */
export const hasNothingToSee = (text: string): boolean =>
  SOMETHING_TYPED.test(text) && text.replaceAll(NOTHING_BY_ITSELF, "") === ""

/** The refusal's label for that. */
export const NOTHING_TO_SEE = "nothingToSee"
