/**
 * A name in a room (CHAT-39), as it is typed and as it is carried into a room from elsewhere. Letters are those of
 * the languages that are written in Latin script and nothing else is: letters of two scripts cannot be told apart,
 * nor a check mark in a name from one beside it (ADR 0042). Pure; page, gateway and chat service ask the same.
 *
 * Invariant: what is fit has a look, is in NFC, in one line and in one direction.
 */
import { NICKNAME_LENGTH } from "@foldcast/contracts/chat-rules"
import { hasNothingToSee, NOTHING_TO_SEE } from "../invisible-marks.ts"
import { lookOf } from "./look-alike.ts"
import { isReserved } from "./reserved-names.ts"

/** Nothing that is not seen, nothing that turns the line around; the empty braille pattern is a space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const SPACES = /[\s\u{2800}]+/gu

/**
 * Latin-1, Latin Extended-A without its letters of sound and of two characters, the comma letters of Romanian,
 * the capital ß and the letters of Vietnamese; digits, and what stands between the parts of names.
 */
const CHARACTERS = /^[A-Za-zÀ-ÖØ-öø-ķĹ-ľŁ-ňŊ-žȘ-țẞẠ-ỹ0-9 ._'’-]+$/u

export type NameFault = "characters" | "forbidden"
export type NicknameFault = NameFault | "required" | "tooShort" | "tooLong" | typeof NOTHING_TO_SEE

/** What is left of a typed one. */
export const trimmedNickname = (typed: string): string =>
  typed.replaceAll(UNSEEN, "").replaceAll(SPACES, " ").normalize("NFC").trim()

/** What makes a name unfit to be shown in a room, however long it is. */
export const nameFault = (name: string, brands: ReadonlyArray<string> = []): NameFault | null => {
  if (!CHARACTERS.test(name) || lookOf(name) === "") return "characters"
  return isReserved(name, brands) ? "forbidden" : null
}

/** What is wrong with one that is typed for a room; what is left of it is its name there. */
export const nicknameFault = (
  typed: string,
  brands: ReadonlyArray<string> = [],
): NicknameFault | null => {
  if (hasNothingToSee(typed)) return NOTHING_TO_SEE
  const name = trimmedNickname(typed)
  if (name === "") return "required"
  const fault = nameFault(name, brands)
  if (fault === "characters") return fault
  if (name.length < NICKNAME_LENGTH.minimum) return "tooShort"
  if (name.length > NICKNAME_LENGTH.maximum) return "tooLong"
  return fault
}
