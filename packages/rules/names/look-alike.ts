/**
 * What a name looks like: two names of one look are told apart by nobody who glances at them. After the skeletons
 * of Unicode's UTS 39, for the letters that names are written in (nickname.ts, username.ts), and stricter: case,
 * accents and whatever stands between letters do not count, nor does a digit in a letter's place. Pure.
 *
 * Invariant: all pairs of confusables.txt among those letters have one look (look-alike.test.ts lists them).
 */
import { plainLetters } from "./plain-letters.ts"

/** What is read as another letter: digits, and letters that are one line or two. */
const READ_AS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  i: "l",
  m: "rn",
  w: "vv",
  þ: "p",
}

/** Empty for what holds no letter and no digit. */
export const lookOf = (name: string): string =>
  Array.from(plainLetters(name), (letter) => READ_AS[letter] ?? letter).join("")

/** Digits that are looked at on either side; a name has no more. */
const MAX_DIGITS = 16

const isDigit = (character: string): boolean => /\p{N}/u.test(character)

/**
 * What a name may be read as: whole, or without some of the digits at its ends. `Sterre2` is taken for Sterre's, and so
 * is `5terre2`, of which one digit is a letter and the other a number. None of them is empty.
 */
export const readingsOf = (name: string): ReadonlyArray<string> => {
  const readings = new Set([lookOf(name)])
  const characters = Array.from(name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ""))
  const first = characters.findIndex((character) => !isDigit(character))
  const last = characters.findLastIndex((character) => !isDigit(character))
  // Digits alone are a number, and nobody's name.
  if (first !== -1) {
    for (let from = Math.max(0, first - MAX_DIGITS); from <= first; from += 1) {
      const most = Math.min(characters.length, last + 1 + MAX_DIGITS)
      for (let until = last + 1; until <= most; until += 1) {
        readings.add(lookOf(characters.slice(from, until).join("")))
      }
    }
  }
  return [...readings].filter((reading) => reading !== "")
}

/** For a room whose host is called so. */
export const looksLikeHost = (name: string, host: string): boolean => {
  const hers = new Set(readingsOf(host))
  return readingsOf(name).some((reading) => hers.has(reading))
}
