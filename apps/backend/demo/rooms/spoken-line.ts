/** Which lines answer what somebody said, and one of them as it is spoken. Pure. */
import type { Locale } from "@foldcast/contracts/units"
import type { SeededRandom } from "../../seeded-random.ts"
import { ANSWERS, type Lines, TO_KNOWN_QUESTIONS, TO_QUESTIONS } from "./small-talk.ts"

/** Those of a question that is often asked, of any other question, or of something told. */
export const linesTo = (message: string): Lines => {
  const known = TO_KNOWN_QUESTIONS.find(({ asks }) => asks.test(message))
  return known?.lines ?? (message.includes("?") ? TO_QUESTIONS : ANSWERS)
}

export const lineOf = (lines: Lines, lang: Locale, name: string, random: SeededRandom) =>
  random.pick(lines[lang]).replaceAll("{name}", name)
