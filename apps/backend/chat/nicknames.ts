/**
 * Names in a room: each is there once, without case, and none is what the room itself or the people who run it are
 * called. Pure.
 */
import { NICKNAME_LENGTH } from "@foldcast/contracts/chat-rules"
import { sameKey } from "@foldcast/rules/same-key"

/** What is compared. */
export const nicknameKey = (nickname: string): string => sameKey(nickname)

/** `room` and `host` are whom a message can be for; the others would be believed. */
const RESERVED: ReadonlySet<string> = new Set([
  "room",
  "host",
  "everybody",
  "iedereen",
  "system",
  "systeem",
  "notice",
  "admin",
  "administrator",
  "moderator",
  "support",
  "helpdesk",
  "klantenservice",
  "foldcast",
])

export const isReservedName = (name: string): boolean => RESERVED.has(nicknameKey(name))

/**
 * Nothing invisible, nothing that turns the line around, no half of a character; the empty braille pattern is a
 * space.
 */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const SPACES = /[\s\u{2800}]+/gu
/** Marks on marks run over the lines above and below. */
const STACKED = /\p{M}{3}/u
/** Scripts whose letters look like each other's. A name is written in one of them. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

const isMixed = (text: string): boolean => ALIKE.filter((script) => script.test(text)).length > 1

/** What is left of a typed nickname; null where that is none. */
export const nicknameOf = (typed: string): string | null => {
  const text = typed.replaceAll(CONTROLS, "").replaceAll(SPACES, " ").normalize("NFC").trim()
  const { length } = Array.from(text)
  const isLong = length >= NICKNAME_LENGTH.minimum && length <= NICKNAME_LENGTH.maximum
  return isLong && !STACKED.test(text) && !isMixed(text) ? text : null
}

/** `anon` and seven digits. `chance` is in [0, 1). */
export const anonymousName = (chance: number): string =>
  `anon${String(Math.floor(chance * 10_000_000)).padStart(7, "0")}`

/** The name itself, or with the lowest number behind it that nobody has. */
export const freeName = (wanted: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const name = `${wanted}${number}`
    if (!isTaken(name)) return name
  }
}
