/** A username: one validator, with limits per field (AUTH-34, AUTH-35, AUTH-60 to AUTH-63). */
import { withoutInvisibleMarks } from "./invisible-marks.ts"
import { lookOf } from "./names/look-alike.ts"
import { isReserved } from "./names/reserved-names.ts"

export interface UsernameLimits {
  /** Characters, both ends included. */
  readonly min: number
  readonly max: number
}

export const USERNAME_AT_REGISTRATION: UsernameLimits = { min: 4, max: 14 }
export const USERNAME_IN_PROMPT: UsernameLimits = { min: 4, max: 31 }
export const USERNAME_IN_SETTINGS: UsernameLimits = { min: 4, max: 32 }
/** The maximum length that the prompt's field lets people type; one more than it accepts. */
export const USERNAME_INPUT_MAX = 32

/** Forbidden anywhere in a name, in any case and with digits for letters: 4dmin, 5upport. */
const FORBIDDEN_WORDS = ["admin", "help", "support"].map(lookOf)

export type UsernameFault = "required" | "tooShort" | "tooLong" | "characters" | "forbidden"

/** The name without invisible marks (TEXT-03). */
export const trimmedUsername = (typed: string): string => withoutInvisibleMarks(typed)

/**
 * `brands`: names reserved for the site itself. A caller that does not know them leaves the refusal to the
 * server.
 */
export const usernameFault = (
  typed: string,
  { min, max }: UsernameLimits,
  brands: ReadonlyArray<string> = [],
): UsernameFault | null => {
  const name = trimmedUsername(typed)
  if (name === "") return "required"
  if (!/^[A-Za-z0-9_-]+$/u.test(name)) return "characters"
  if (name.length < min) return "tooShort"
  if (name.length > max) return "tooLong"
  const look = lookOf(name)
  const isForbidden = FORBIDDEN_WORDS.some((word) => look.includes(word))
  return isForbidden || isReserved(name, brands) ? "forbidden" : null
}
