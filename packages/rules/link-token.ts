/**
 * The token of an e-mailed link, as far as anybody may read it: three parts, a payload with an expiry in
 * unix seconds (UA23). Only the server that made it knows whether it is good.
 */

const payloadOf = (token: string): unknown => {
  const [, payload, signature, ...rest] = token.split(".")
  if (payload === undefined || signature === undefined || rest.length > 0) return null
  try {
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")))
  } catch {
    return null
  }
}

/** Expired at or before now. What cannot be read is not expired here: the server decides. */
export const isLinkExpired = (token: string, nowMs: number): boolean => {
  const payload = payloadOf(token)
  if (typeof payload !== "object" || payload === null || !("exp" in payload)) return false
  const { exp } = payload
  return typeof exp === "number" && Number.isFinite(exp) && exp * 1_000 <= nowMs
}
