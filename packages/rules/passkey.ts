/** Rules for passkeys that page and server share. Pure. */
import { MAX_PASSKEY_NAME } from "@foldcast/contracts/passkey"
import { hasNothingToSee } from "./invisible-marks.ts"

/** Milliseconds that a browser waits for its visitor, and that a challenge stays valid. */
export const PASSKEY_TIMEOUT_MS = 5 * 60_000

export type PasskeyNameFault = "required" | "tooLong"

export const trimmedPasskeyName = (name: string): string => name.trim()

export const passkeyNameFault = (name: string): PasskeyNameFault | null => {
  const trimmed = trimmedPasskeyName(name)
  if (trimmed === "" || hasNothingToSee(trimmed)) return "required"
  return trimmed.length > MAX_PASSKEY_NAME ? "tooLong" : null
}
