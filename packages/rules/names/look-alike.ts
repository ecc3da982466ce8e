/**
 * What a name looks like: two names of one look are told apart by nobody who glances at them. After the skeletons
 * of Unicode's UTS 39, for the letters that names are written in (nickname.ts, username.ts), and stricter: case,
 * accents and whatever stands between letters do not count, nor does a digit in a letter's place. Pure.
 *
 * Callers: reserved-names.ts, and whoever asks whether a name is somebody else's. Invariant: all pairs of
 * confusables.txt among those letters have one look (look-alike.test.ts lists them).
 */

/** What decomposition leaves: letters with a bar, letters in one, and digits that are read as letters. */
const READ_AS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  i: "l",
  ı: "l",
  ł: "l",
  m: "rn",
  w: "vv",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  þ: "p",
  ŋ: "n",
}

/** Empty for what holds no letter and no digit. */
export const lookOf = (name: string): string =>
  Array.from(
    name
      .normalize("NFKD")
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[^\p{L}\p{N}]+/gu, ""),
    (letter) => READ_AS[letter] ?? letter,
  ).join("")

/** Without the digits at its ends: `Sterre2` in the room of `Sterre` is taken for hers. */
export const withoutNumber = (name: string): string =>
  name.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "")

/** For a room whose host is called so. */
export const looksLikeHost = (name: string, host: string): boolean =>
  lookOf(name) === lookOf(host) ||
  (withoutNumber(name) !== "" && lookOf(withoutNumber(name)) === lookOf(withoutNumber(host)))
