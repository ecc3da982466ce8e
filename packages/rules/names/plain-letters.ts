/**
 * The plain letters of a text, as it is searched by: without case, accents, width, and whatever stands between letters.
 * `lïnen`, `Linen Nova` and `LINEN-NOVA` have those of LinenNova, or its first. What a digit or a letter is mistaken
 * for is the business of looks (look-alike.ts), which begin with this. Pure.
 *
 * Invariant: what is plain stays as it is.
 */

/** Letters that no decomposition takes apart, as they are typed on a keyboard without them. */
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

/** Empty for what holds no letter and no digit. */
export const plainLetters = (text: string): string =>
  Array.from(
    text.normalize("NFKD").toLowerCase().normalize("NFKD").replaceAll(BETWEEN_LETTERS, ""),
    (letter) => TYPED_AS[letter] ?? letter,
  ).join("")
