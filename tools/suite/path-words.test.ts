import { expect, it } from "vitest"
import { hasWords } from "./path-words.ts"

const path = "test/stream/cam-back.server.test.ts"

it.each(["stream", "cam-back", "back", "stream/cam-back", "test/stream", "server"])(
  "a test is found by %s, a word or several words in a row of its path",
  (words) => expect(hasWords(path, words)).toBe(true),
)

it.each(["", "strea", "cam-stream", "back/stream"])(
  "no test is found by %j, which is no word of its path or not in its order",
  (words) => expect(hasWords(path, words)).toBe(false),
)
