/**
 * Names that would be believed: of who runs the site, of the brands, of the room itself. Compared by their looks
 * (look-alike.ts). Pure.
 *
 * The page knows no brands but its own, gateway and backend know all.
 */
import { lookOf, readingsOf } from "./look-alike.ts"

/** Believed wherever they stand in a name. */
const ANYWHERE = [
  "admin",
  "moderator",
  "official",
  "officieel",
  "webmaster",
  "klantenservice",
  "customerservice",
  "klantendienst",
  "customercare",
  "helpdesk",
].map(lookOf)

/** Believed as a word of its own: a `Ghost` and a `Roommate` are nobody's host and no room. */
const AS_A_WORD: ReadonlySet<string> = new Set(
  [
    // Whom a message is for (contracts/upstream/chat-service.ts).
    "room",
    "kamer",
    "host",
    "hosts",
    "hostess",
    "gastvrouw",
    "everybody",
    "everyone",
    "iedereen",
    // As the page marks a host's line.
    "model",
    "models",
    // Who seems to speak for the site.
    "system",
    "systeem",
    "systeembericht",
    "notice",
    "melding",
    "mod",
    "mods",
    "staff",
    "beheer",
    "beheerder",
    "help",
    "hulp",
    "support",
    "service",
    "security",
    "beveiliging",
    "performer",
    "performers",
    "verified",
    "geverifieerd",
  ].map(lookOf),
)

/** Letters of a brand's name from which it is looked for inside of words too. */
const LONG_BRAND = 5

/** As they are told apart by eye, and all of them as one. */
const wordsOf = (name: string): ReadonlyArray<string> => {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
  return [...words, name].flatMap(readingsOf)
}

/** `brands`: names as people read them. */
export const isReserved = (name: string, brands: ReadonlyArray<string> = []): boolean => {
  const look = lookOf(name)
  const words = wordsOf(name)
  const isBrand = (brand: string) => {
    const own = lookOf(brand)
    return own.length >= LONG_BRAND ? look.includes(own) : own !== "" && words.includes(own)
  }
  return (
    ANYWHERE.some((word) => look.includes(word)) ||
    words.some((word) => AS_A_WORD.has(word)) ||
    brands.some(isBrand)
  )
}
