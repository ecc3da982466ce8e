/**
 * The readable part of an e-mailed link's token: the second of three parts is a payload with an expiry in unix
 * seconds (UA23), the member's id and the purpose (UA64). Only the server that issued the token can verify it,
 * so the payload proves nothing, and none of it is shown.
 */

const payloadOf = (token: string): Readonly<Record<string, unknown>> => {
  const [, payload, signature, ...rest] = token.split(".")
  if (payload === undefined || signature === undefined || rest.length > 0) return {}
  try {
    const read: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")))
    return typeof read === "object" && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** Expired at or before now. An unreadable token does not count as expired: the server decides. */
export const isLinkExpired = (token: string, nowMs: number): boolean => {
  const { exp } = payloadOf(token)
  return typeof exp === "number" && Number.isFinite(exp) && exp * 1_000 <= nowMs
}

/** The member that the token names; null without one. */
export const linkMember = (token: string): string | null => {
  const { id } = payloadOf(token)
  return typeof id === "string" || typeof id === "number" ? String(id) : null
}

/** Whether the token is for a change of the account's address. */
export const movesAccount = (token: string): boolean => payloadOf(token)["purpose"] === "email"
