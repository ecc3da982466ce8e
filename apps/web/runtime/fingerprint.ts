/**
 * The id that a visitor agreed to be known by: found once per browser, kept a year (decisions, 0.9, 166
 * and 168). Asked for only after consent; nothing is sent from here. Thin.
 */
const COOKIE = "fingerprint"
const STORED = "fid"
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60

const ID = /^[A-Za-z0-9_-]{8,128}$/u

const kept = (): string | null => {
  const fromCookie = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`, "u").exec(document.cookie)?.[1]
  try {
    const id = fromCookie ?? localStorage.getItem(STORED)
    return id !== null && ID.test(id) ? id : null
  } catch {
    // Storage is closed to this page.
    return null
  }
}

const keep = (id: string): string => {
  const secure = location.protocol === "https:" ? "; Secure" : ""
  document.cookie = `${COOKIE}=${id}; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`
  try {
    localStorage.setItem(STORED, id)
  } catch {
    // The cookie alone says it.
  }
  return id
}

const found = async (): Promise<string | null> => {
  const { Thumbmark } = await import("@thumbmarkjs/thumbmarkjs")
  const { thumbmark } = await new Thumbmark({ logging: false }).get()
  return ID.test(thumbmark) ? keep(thumbmark) : null
}

let asked: Promise<string | null> | undefined

/** Null where the browser gives none. Call only where the visitor has agreed. */
export const fingerprintId = (): Promise<string | null> => {
  const known = kept()
  if (known !== null) return Promise.resolve(keep(known))
  asked ??= found().catch(() => null)
  return asked
}
