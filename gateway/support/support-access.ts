/**
 * Who may open captures: the bearer of a named support token, with a reason. Pure but for the digests
 * that make the comparison take the same time whatever was sent.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"
import type { SupportToken } from "../settings/setting-values.ts"

/** Characters of a reason: enough to mean something, few enough for one line of the audit. */
export const REASON_LENGTH = { min: 3, max: 500 } as const

export type Access =
  | { readonly _tag: "Granted"; readonly name: string; readonly reason: string }
  | { readonly _tag: "NotABearer" }
  | { readonly _tag: "ReasonMissing" }

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Compares with every token, so that the time says nothing about which one was nearly right. */
const bearerName = (authorization: string, tokens: ReadonlyArray<SupportToken>): string | null => {
  const given = digest(/^Bearer +(\S+)$/iu.exec(authorization)?.[1] ?? "")
  let name: string | null = null
  for (const each of tokens)
    if (timingSafeEqual(given, digest(Redacted.value(each.token)))) name = each.name
  return name
}

/** A header carries bytes: reasons beyond ASCII come as UTF-8 read as Latin-1. */
const reasonText = (header: string): string =>
  Buffer.from(header, "latin1")
    .toString()
    .replace(/\p{Cc}/gu, " ")
    .trim()

export const accessOf = (
  headers: { readonly authorization: string | undefined; readonly reason: string | undefined },
  tokens: ReadonlyArray<SupportToken>,
): Access => {
  const name = bearerName(headers.authorization ?? "", tokens)
  if (name === null) return { _tag: "NotABearer" }
  const reason = reasonText(headers.reason ?? "")
  return reason.length < REASON_LENGTH.min || reason.length > REASON_LENGTH.max
    ? { _tag: "ReasonMissing" }
    : { _tag: "Granted", name, reason }
}
