/**
 * The token of an e-mailed link, as far as anybody may read it: three parts, and a payload with an expiry in
 * unix seconds (UA23), the member's id and what it is for (UA64). Only the server that made it knows whether it
 * is good: what stands here is nobody's proof, and none of it is shown.
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

/** Expired at or before now. What cannot be read is not expired here: the server decides. */
export const isLinkExpired = (token: string, nowMs: number): boolean => {
  const { exp } = payloadOf(token)
  return typeof exp === "number" && Number.isFinite(exp) && exp * 1_000 <= nowMs
}

/** The member that it says it is of; null where it says nothing of the kind. */
export const linkMember = (token: string): string | null => {
  const { id } = payloadOf(token)
  return typeof id === "string" || typeof id === "number" ? String(id) : null
}

/** Whether it says that it makes another address the account's. */
export const movesAccount = (token: string): boolean => payloadOf(token)["purpose"] === "email"
