/**
 * What is typed to a performer, and whether and for how much it can be sent (MSG-14, MSG-20 to MSG-23). Pure.
 *
 * Invariants: a picture and a text are two messages, the picture first; nothing is sent where not all of it can be.
 */
import { MESSAGE_PRICE } from "@foldcast/contracts/chat-rules"
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import { hasNothingToSee } from "@foldcast/rules/invisible-marks"

/** From this many characters on, those left are counted. */
export const COUNTS_FROM = 205

export interface MessageDraft {
  readonly typed: string
  readonly hasPicture: boolean
}

export type DraftVerdict =
  /** `credits`: of all of it. */
  | { readonly _tag: "Sendable"; readonly text: string | null; readonly credits: number }
  | { readonly _tag: "Empty" }
  /** It has characters, and none that can be seen. */
  | { readonly _tag: "Unseen" }
  | { readonly _tag: "TooFewCredits"; readonly short: number }

/** How many messages it is: the button says what they cost. */
export const creditsOf = ({ typed, hasPicture }: MessageDraft): number => {
  const texts = typed.trim() === "" ? 0 : 1
  return Math.max(1, texts + (hasPicture ? 1 : 0)) * MESSAGE_PRICE
}

/** `balance`: null while it is not known; the service decides then. */
export const draftVerdict = (draft: MessageDraft, balance: number | null): DraftVerdict => {
  const text = draft.typed.trim().slice(0, MAX_MESSAGE_CHARACTERS)
  if (text === "" && !draft.hasPicture) return { _tag: "Empty" }
  if (text !== "" && hasNothingToSee(text)) return { _tag: "Unseen" }
  const credits = creditsOf(draft)
  if (balance !== null && balance < credits) {
    return { _tag: "TooFewCredits", short: credits - balance }
  }
  return { _tag: "Sendable", text: text === "" ? null : text, credits }
}
