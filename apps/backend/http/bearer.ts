/** The key or token that a request shows as `Authorization: Bearer …` (RFC 6750, section 2.1). Pure. */

/** Null: it shows none at all; empty: what it shows is no bearer's. */
export const bearerIn = (headers: Headers): string | null => {
  const header = headers.get("authorization")
  return header === null ? null : (/^Bearer (\S+)$/u.exec(header)?.[1] ?? "")
}
