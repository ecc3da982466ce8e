/** What somebody typed in a room, as it is told: text and nothing else. Pure. */
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import { hasNothingToSee } from "@foldcast/rules/invisible-marks"

/** Breaks and tabs are spaces. */
const SPACES = /[\s\p{Zl}\p{Zp}]+/gu
/** Emoji and several scripts are written with these: joiners, variation selectors, tags. */
const JOINS = /^[\p{Join_Control}\p{Variation_Selector}\u{E0020}-\u{E007F}]$/u
/** Other controls, half characters, what is invisible and what turns the direction of a line around are nothing. */
const CONTROLS = /(?!\s)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** More marks on one letter than any language has run over the lines above and below. */
const STACKED = /(\p{M}{4})\p{M}+/gu

export const normalisedMessage = (typed: string): string =>
  typed
    .replaceAll(CONTROLS, (control) => (JOINS.test(control) ? control : ""))
    .replaceAll(SPACES, " ")
    .normalize("NFC")
    .replaceAll(STACKED, "$1")
    .trim()

/** Whether it is a message: 1 to 250 characters, of which one can be seen. */
export const isValidMessage = (text: string): boolean =>
  text.length >= MESSAGE_LENGTH.minimum &&
  text.length <= MESSAGE_LENGTH.maximum &&
  !hasNothingToSee(text)

/** Letters as they are compared: without case, accents and what is between them unseen. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase()

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
