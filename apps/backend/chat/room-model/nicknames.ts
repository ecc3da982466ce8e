/** Nicknames: each, and each look-alike of it, exists once in a room. Pure. */
import { lookOf } from "@foldcast/rules/names/look-alike"

/** The key by which nicknames are compared. */
export const nicknameKey = (nickname: string): string => lookOf(nickname)

/** `anon` and seven digits. `chance` is in [0, 1). */
export const anonymousName = (chance: number): string =>
  `anon${String(Math.floor(chance * 10_000_000)).padStart(7, "0")}`

/** The name, or the name with the lowest free number behind it. */
export const availableName = (wanted: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const name = `${wanted}${number}`
    if (!isTaken(name)) return name
  }
}
