/** Which of the media engine's drawn loops moves for a demo performer: always the same one. Pure. */
import { createHash } from "node:crypto"
import { DEMO_ID_PREFIX } from "../performers/demo-performers.ts"

/** `portrait-1` to `portrait-8`. */
const LOOPS = 8

/** Null for whoever is no demo performer. */
export const demoLoopOf = (performerId: string): string | null => {
  if (!performerId.startsWith(DEMO_ID_PREFIX)) return null
  const [byte = 0] = createHash("sha256").update(performerId).digest()
  return `portrait-${1 + (byte % LOOPS)}`
}
