/**
 * The look of a name: names with the same look are easily confused. Based on the skeletons of Unicode's UTS 39,
 * for the letters of names (nickname.ts, username.ts), and stricter: case, accents and characters between
 * letters are ignored, and a digit counts as the letter it resembles. Pure.
 *
 * Invariant: every pair of these letters in confusables.txt has the same look (look-alike.test.ts lists them).
 */
import { plainLetters } from "./plain-letters.ts"

/** Characters that resemble a letter: digits, and letters that look like one or two lines. */
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

/** Empty for a name without letters and digits. */
export const lookOf = (name: string): string =>
  Array.from(plainLetters(name), (letter) => READ_AS[letter] ?? letter).join("")

/** Digits considered at each end; a name has no more. */
const MAX_DIGITS = 16

const isDigit = (character: string): boolean => /\p{N}/u.test(character)

/**
 * All looks of a name: whole, or without some of the digits at its ends. `Sterre2` can pass for Sterre, and so
 * can `5terre2`, where one digit stands for a letter and the other is a number. No reading is empty.
 */
export const readingsOf = (name: string): ReadonlyArray<string> => {
  const readings = new Set([lookOf(name)])
  const characters = Array.from(name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ""))
  const first = characters.findIndex((character) => !isDigit(character))
  const last = characters.findLastIndex((character) => !isDigit(character))
  // Digits alone are a number: only as a whole can they pass for a name.
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

/** Whether a name could pass for the room's host. */
export const looksLikeHost = (name: string, host: string): boolean => {
  const hers = new Set(readingsOf(host))
  return readingsOf(name).some((reading) => hers.has(reading))
}
