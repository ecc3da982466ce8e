/** Names in a room: each is there once, without case. Pure. */
import { NICKNAME_LENGTH } from "@foldcast/contracts/chat-rules"
import { sameKey } from "@foldcast/rules/same-key"

/** What is compared. */
export const nicknameKey = (nickname: string): string => sameKey(nickname)

/** Nothing invisible, nothing that turns the line around, no break; inner spaces as one. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** What is left of a typed nickname; null where that is none. */
export const nicknameOf = (typed: string): string | null => {
  const text = typed.replaceAll(CONTROLS, "").replaceAll(/\s+/gu, " ").normalize("NFC").trim()
  const { length } = Array.from(text)
  return length >= NICKNAME_LENGTH.minimum && length <= NICKNAME_LENGTH.maximum ? text : null
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
