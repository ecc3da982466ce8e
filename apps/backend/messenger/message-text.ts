/** Normalises what somebody wrote into the text that is kept. Pure. */
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import { hasNothingToSee } from "@foldcast/rules/invisible-marks"
import { normalisedMessage } from "../chat/room-model/message-text.ts"

const LINE_ENDS = /\r\n|[\r\n\u2028\u2029]/u
const GAPS = /\n{3,}/gu

/** Each line as in a room; one empty line at most between two. Null where nothing is left to see, or too much. */
export const writtenText = (typed: string): string | null => {
  const lines = typed.split(LINE_ENDS).map(normalisedMessage)
  const text = lines.join("\n").replaceAll(GAPS, "\n\n").trim()
  return text === "" || hasNothingToSee(text) || text.length > MAX_MESSAGE_CHARACTERS ? null : text
}
