/**
 * Marks that nobody sees: zero-width spaces and joiners, marks of direction and of byte order, soft hyphens, fillers,
 * tags. They come with text that is pasted from a web page, a mail or a document. Pure.
 */

/** Drawn as nothing: what Unicode says may be ignored, the empty braille pattern, marks of annotations. */
const MARKS = /[\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFB}]/gu

/** And what is drawn on another character, or as a space. */
const NOTHING_BY_ITSELF =
  /[\s\p{M}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFB}\u{1D159}]/gu

const SOMETHING_TYPED = /[^\p{Z}\t-\r]/u

/**
 * An address, a name or a reference as it was meant, with nothing around it. For text that is compared, not for text
 * that is read: emoji and several scripts are written with joiners.
 */
export const withoutInvisibleMarks = (typed: string): string => typed.replaceAll(MARKS, "").trim()

/** Something was typed, and nothing of it can be seen. Spaces alone are nothing typed. */
export const hasNothingToSee = (text: string): boolean =>
  SOMETHING_TYPED.test(text) && text.replaceAll(NOTHING_BY_ITSELF, "") === ""

/** The label of what is refused for it. */
export const NOTHING_TO_SEE = "nothingToSee"
