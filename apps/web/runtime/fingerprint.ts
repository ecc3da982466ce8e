/**
 * The id that a visitor agreed to be known by: found once per browser, kept a year (decisions, 0.9, 166
 * and 168). Asked for only after consent; nothing is sent from here. Thin.
 */
import { fingerprintCookie, fingerprintIdStore } from "./stores/fingerprint.ts"

const kept = (): string | null => fingerprintCookie.read().value ?? fingerprintIdStore.read().value

/** Null where the browser gives an id that is none. */
const keep = (id: string): string | null => {
  fingerprintCookie.write(id)
  fingerprintIdStore.write(id)
  return kept()
}

const find = async (): Promise<string | null> => {
  const { Thumbmark } = await import("@thumbmarkjs/thumbmarkjs")
  const { thumbmark } = await new Thumbmark({ logging: false }).get()
  return keep(thumbmark)
}

let finding: Promise<string | null> | undefined

/** Null where the browser gives none. Call only where the visitor has agreed. */
export const fingerprintId = (): Promise<string | null> => {
  const known = kept()
  if (known !== null) return Promise.resolve(keep(known))
  finding ??= find().catch(() => null)
  return finding
}
