/** Normalises what somebody typed in a room into the text that is told. Pure. */
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import { hasNothingToSee } from "@foldcast/rules/invisible-marks"

/** Line breaks and tabs become spaces. */
const SPACES = /[\s\p{Zl}\p{Zp}]+/gu
/** Joiners, variation selectors and tags, which emoji and several scripts need. */
const JOINS = /^[\p{Join_Control}\p{Variation_Selector}\u{E0020}-\u{E007F}]$/u
/** Removed: other controls, lone surrogates, invisible characters and changes of direction. */
const CONTROLS = /(?!\s)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** More combining marks on one letter than any language uses would run over the lines above and below. */
const STACKED = /(\p{M}{4})\p{M}+/gu

export const normalisedMessage = (typed: string): string =>
  typed
    .replaceAll(CONTROLS, (control) => (JOINS.test(control) ? control : ""))
    .replaceAll(SPACES, " ")
    .normalize("NFC")
    .replaceAll(STACKED, "$1")
    .trim()

/** 1 to 250 characters, with a visible one among them. */
export const isValidMessage = (text: string): boolean =>
  text.length >= MESSAGE_LENGTH.minimum &&
  text.length <= MESSAGE_LENGTH.maximum &&
  !hasNothingToSee(text)

/** For comparison: without case, accents and invisible characters. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase()

const wordsOf = (text: string): ReadonlyArray<string> => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Answers whether a text holds a muted word or phrase. */
export const mutedWords = (list: ReadonlyArray<string>): ((text: string) => boolean) => {
  const phrases = list.map(wordsOf).filter((words) => words.length > 0)
  return (text) => {
    const words = wordsOf(text)
    return phrases.some((phrase) =>
      words.some((_, start) => phrase.every((word, index) => words[start + index] === word)),
    )
  }
}
