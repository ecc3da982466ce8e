/**
 * A text's plain letters, for searching: without case, accents, width and characters between letters. `lïnen`,
 * `Linen Nova` and `LINEN-NOVA` match LinenNova or its beginning. look-alike.ts starts from these and adds
 * resembling digits and letters. Pure.
 *
 * Invariant: plain text stays unchanged.
 */

/** Letters without a Unicode decomposition, as people type them on a keyboard without them. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ς: "σ",
}

const BETWEEN_LETTERS = /[^\p{L}\p{N}]+/gu

/** Empty for a text without letters and digits. */
export const plainLetters = (text: string): string =>
  Array.from(
    text.normalize("NFKD").toLowerCase().normalize("NFKD").replaceAll(BETWEEN_LETTERS, ""),
    (letter) => TYPED_AS[letter] ?? letter,
  ).join("")
