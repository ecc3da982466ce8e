/**
 * How well a performer's name matches a typed text, compared by plain letters, and the order of the search's results:
 * the better match first, of equally good ones who is live, then by name. Pure.
 *
 * One typing error is forgiven where a name begins with the text: a letter that is wrong, missing or too many, or two
 * that have changed places. Invariant: a forgiven error never comes before a name that holds the text as typed.
 */
import { isOnline } from "../performer-status.ts"
import { plainLetters } from "./plain-letters.ts"

/** The best first. `other`: matched by a service's own rule only. */
const MATCHES = ["exact", "beginning", "within", "misspelt", "other"] as const
export type NameMatch = (typeof MATCHES)[number]

/** Letters from which an error is forgiven: of fewer, one that is wrong leaves too little to go by. */
export const MIN_FORGIVEN_LETTERS = 4
/** Letters up to which an error is forgiven: each makes some seventy more beginnings that a service looks up. */
export const MAX_FORGIVEN_LETTERS = 12

const mayForgive = (letters: ReadonlyArray<string>): boolean =>
  letters.length >= MIN_FORGIVEN_LETTERS && letters.length <= MAX_FORGIVEN_LETTERS

const beginsAt = (
  name: ReadonlyArray<string>,
  from: number,
  rest: ReadonlyArray<string>,
): boolean => rest.every((letter, index) => name[from + index] === letter)

/** Where both differ first, one of the four errors must explain all that follows. */
const isMisspelt = (text: ReadonlyArray<string>, name: ReadonlyArray<string>): boolean => {
  const at = text.findIndex((letter, index) => name[index] !== letter)
  if (at === -1) return true
  const [here, next] = [text[at], text[at + 1]]
  return (
    beginsAt(name, at, text.slice(at + 1)) ||
    beginsAt(name, at + 1, text.slice(at)) ||
    (at < name.length && beginsAt(name, at + 1, text.slice(at + 1))) ||
    (next !== undefined &&
      name[at] === next &&
      name[at + 1] === here &&
      beginsAt(name, at + 2, text.slice(at + 2)))
  )
}

export const nameMatch = (typed: string, username: string): NameMatch => {
  const text = plainLetters(typed)
  const name = plainLetters(username)
  if (text === "") return "other"
  if (name === text) return "exact"
  if (name.startsWith(text)) return "beginning"
  if (name.includes(text)) return "within"
  const letters = Array.from(text)
  return mayForgive(letters) && isMisspelt(letters, Array.from(name)) ? "misspelt" : "other"
}

export interface Findable {
  readonly username: string
  readonly onlineStatus: number
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Everybody, best match first; of `other` matches who is live, otherwise as they came. */
export const rankedByMatch = <One extends Findable>(
  typed: string,
  performers: ReadonlyArray<One>,
): ReadonlyArray<One> =>
  performers
    .map((performer) => ({
      performer,
      match: MATCHES.indexOf(nameMatch(typed, performer.username)),
      isAway: isOnline(performer.onlineStatus) ? 0 : 1,
      name: plainLetters(performer.username),
    }))
    .toSorted(
      (one, other) =>
        one.match - other.match ||
        one.isAway - other.isAway ||
        (MATCHES[one.match] === "other" ? 0 : compared(one.name, other.name)),
    )
    .map(({ performer }) => performer)

const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz0123456789")

/**
 * What a misspelt name begins with, for an index that finds beginnings: every text that one forgiven error makes of
 * `typed`. A wrong or missing letter is one of `LETTERS`. Empty where no error is forgiven.
 */
export const misspeltBeginnings = (typed: string): ReadonlyArray<string> => {
  const text = Array.from(plainLetters(typed))
  if (!mayForgive(text)) return []
  const beginnings = new Set<string>()
  const add = (from: number, put: ReadonlyArray<string>, to: number) =>
    beginnings.add([...text.slice(0, from), ...put, ...text.slice(to)].join(""))
  for (let at = 0; at <= text.length; at += 1) {
    for (const letter of LETTERS) {
      add(at, [letter], at)
      if (at < text.length) add(at, [letter], at + 1)
    }
    const [here, next] = [text[at], text[at + 1]]
    if (here !== undefined) add(at, [], at + 1)
    if (here !== undefined && next !== undefined) add(at, [next, here], at + 2)
  }
  beginnings.delete(text.join(""))
  return [...beginnings]
}
