/**
 * The id by which a consenting visitor's browser is known. Nothing of it is fetched, computed or kept
 * before the visitor accepted (ADR 0012); its script is a chunk of its own, and nothing is sent from here.
 */
import { hasConsented } from "./consent.ts"
import { fingerprintCookie, fingerprintIdStore } from "./stores/fingerprint.ts"

export interface FingerprintPorts {
  readonly hasConsented: () => boolean
  /** Fetches the script and computes. */
  readonly compute: () => Promise<string>
}

const browserPorts: FingerprintPorts = {
  hasConsented,
  compute: async () => {
    const { getThumbmark } = await import("@thumbmarkjs/thumbmarkjs")
    // Its own logging would send samples elsewhere.
    const { thumbmark } = await getThumbmark({ logging: false })
    return thumbmark
  },
}

/** The cookie is read first. */
const kept = (): string | null => fingerprintCookie.read().value ?? fingerprintIdStore.read().value

/** One that commands would not accept is none. */
const keep = (id: string): string | null => {
  fingerprintCookie.write(id)
  fingerprintIdStore.write(id)
  return kept()
}

/** The id as far as it is known by now: null without consent, and until it was computed. */
export const keptFingerprint = (): string | null => (hasConsented() ? kept() : null)

/** Null without consent, and where the browser gives none. Computed once per browser. */
export const fingerprintId = async (
  ports: FingerprintPorts = browserPorts,
): Promise<string | null> => {
  if (!ports.hasConsented()) return null
  const id = kept() ?? (await ports.compute().catch(() => null))
  // Taken back while it was computed: nothing is kept.
  return id === null || !ports.hasConsented() ? null : keep(id)
}
