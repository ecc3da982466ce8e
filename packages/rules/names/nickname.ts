/**
 * A name in a room (CHAT-39), typed there or carried into it. Only letters of languages in Latin script are
 * allowed: letters of two scripts can look alike, and a check mark in a name looks like one beside it (ADR
 * 0042). Pure; page, gateway and chat service share it.
 *
 * Invariant: an accepted name has a look, is in NFC, on one line and in one direction.
 */
import { NICKNAME_LENGTH } from "@foldcast/contracts/chat-rules"
import { hasNothingToSee, NOTHING_TO_SEE } from "../invisible-marks.ts"
import { lookOf } from "./look-alike.ts"
import { isReserved } from "./reserved-names.ts"

/** Invisible characters and direction marks; the empty braille pattern counts as a space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const SPACES = /[\s\u{2800}]+/gu

/**
 * Latin-1, Latin Extended-A without its phonetic letters and two-character letters, the comma letters of
 * Romanian, the capital ß and the letters of Vietnamese; digits, and separators between the parts of names.
 */
const CHARACTERS = /^[A-Za-zÀ-ÖØ-öø-ķĹ-ľŁ-ňŊ-žȘ-țẞẠ-ỹ0-9 ._'’-]+$/u

export type NameFault = "characters" | "forbidden"
export type NicknameFault = NameFault | "required" | "tooShort" | "tooLong" | typeof NOTHING_TO_SEE

/** The name after trimming and normalising. */
export const trimmedNickname = (typed: string): string =>
  typed.replaceAll(UNSEEN, "").replaceAll(SPACES, " ").normalize("NFC").trim()

/** Why a name may not appear in a room, apart from its length. */
export const nameFault = (name: string, brands: ReadonlyArray<string> = []): NameFault | null => {
  if (!CHARACTERS.test(name) || lookOf(name) === "") return "characters"
  return isReserved(name, brands) ? "forbidden" : null
}

/** What is wrong with a name typed for a room. Its trimmed form is the name there. */
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
