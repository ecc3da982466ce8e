/** Selects tests on a command line by words of their paths. */

const separated = (text: string): string => `-${text.replaceAll(/[/.]/gu, "-")}-`

/**
 * Whether a path has a word, or several consecutive words: `test/stream/cam-back.server.test.ts` has
 * `cam-back`, `stream` and `stream/cam-back`, but neither `cam` followed by `stream` nor a part of a word.
 */
export const hasWords = (path: string, words: string): boolean =>
  words !== "" && separated(path).includes(separated(words))
