/** Names in a room: each is there once, and so is what looks like it. Pure. */
import { lookOf } from "@foldcast/rules/names/look-alike"

/** What is compared. */
export const nicknameKey = (nickname: string): string => lookOf(nickname)

/** `anon` and seven digits. `chance` is in [0, 1). */
export const anonymousName = (chance: number): string =>
  `anon${String(Math.floor(chance * 10_000_000)).padStart(7, "0")}`

/** The name itself, or with the lowest number behind it that nobody has. */
export const availableName = (wanted: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const name = `${wanted}${number}`
    if (!isTaken(name)) return name
  }
}
