/**
 * Names that could mislead: of the site's staff, the brands, the room itself. Names are compared by their looks
 * (look-alike.ts). Pure.
 *
 * The page knows only its own brand; gateway and backend know all brands.
 */
import { lookOf, readingsOf } from "./look-alike.ts"

/** Reserved anywhere in a name. */
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

/** Reserved as a separate word: `Ghost` and `Roommate` are allowed. */
const AS_A_WORD: ReadonlySet<string> = new Set(
  [
    // Recipients of messages (contracts/upstream/chat-service.ts).
    "room",
    "kamer",
    "host",
    "hosts",
    "hostess",
    "gastvrouw",
    "everybody",
    "everyone",
    "iedereen",
    // The page's label for a host's line.
    "model",
    "models",
    // Names that seem to speak for the site.
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

/** From this many letters, a brand's name is also searched for inside words. */
const LONG_BRAND = 5

/** The name's words as a reader separates them, and the whole name. */
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
