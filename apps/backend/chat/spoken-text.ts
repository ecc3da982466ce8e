/**
 * What somebody typed in a room, as it is told: text and nothing else. Pure. Callers: room.ts for messages,
 * words beside tips and the performer's own.
 */
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"

/** Breaks and tabs are spaces; other controls and what turns the direction of a line around are nothing. */
const SPACES = /[\s\p{Zl}\p{Zp}]+/gu
const CONTROLS = /(?!\s)[\p{Cc}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu

export const spokenText = (typed: string): string =>
  typed.replaceAll(CONTROLS, "").replaceAll(SPACES, " ").normalize("NFC").trim()

/** Whether it is a message: 1 to 250 characters. */
export const isMessage = (text: string): boolean =>
  text.length >= MESSAGE_LENGTH.minimum && text.length <= MESSAGE_LENGTH.maximum

/** Letters as they are compared: without case and accents. */
const plain = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

const wordsOf = (text: string): ReadonlyArray<string> => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A room's list of words that are not shown; phrases are words one after the other. */
export const mutedWords = (list: ReadonlyArray<string>): ((text: string) => boolean) => {
  const phrases = list.map(wordsOf).filter((words) => words.length > 0)
  return (text) => {
    const words = wordsOf(text)
    return phrases.some((phrase) =>
      words.some((_, start) => phrase.every((word, index) => words[start + index] === word)),
    )
  }
}
