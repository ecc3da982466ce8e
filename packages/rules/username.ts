/** A username, by one validator with each field's own limits (AUTH-34, AUTH-35, AUTH-60 to AUTH-63). */
export interface UsernameLimits {
  /** Characters, both ends included. */
  readonly min: number
  readonly max: number
}

export const USERNAME_AT_REGISTRATION: UsernameLimits = { min: 4, max: 14 }
export const USERNAME_IN_PROMPT: UsernameLimits = { min: 4, max: 31 }
export const USERNAME_IN_SETTINGS: UsernameLimits = { min: 4, max: 32 }
/** What the prompt's field lets people type; one more than it accepts. */
export const USERNAME_INPUT_MAX = 32

/** Forbidden anywhere in a name, in any case. */
const FORBIDDEN_WORDS = ["admin", "4dmin", "help", "support", "5upport"] as const

export type UsernameFault = "required" | "tooShort" | "tooLong" | "characters" | "forbidden"

export const usernameFault = (
  typed: string,
  { min, max }: UsernameLimits,
): UsernameFault | null => {
  const name = typed.trim()
  if (name === "") return "required"
  if (!/^[A-Za-z0-9_-]+$/u.test(name)) return "characters"
  if (name.length < min) return "tooShort"
  if (name.length > max) return "tooLong"
  const lower = name.toLowerCase()
  return FORBIDDEN_WORDS.some((word) => lower.includes(word)) ? "forbidden" : null
}
