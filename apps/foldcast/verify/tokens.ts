/**
 * Faults in a log-in token that make it useless for the gateway: it reads only the member and the expiry (UA5
 * in docs/upstream-assumptions.md), and without them nobody can log in. Pure; the time is an argument.
 */
import { Option } from "effect"
import { readToken } from "@foldcast/gateway/commands/upstream-token"
import { type Mismatch, shown } from "@foldcast/verify/matching"
import type { ProviderValues } from "@foldcast/verify/provider-values"

const PATH = "$.token"
const SHAPE =
  "a signed token of three parts; its payload has `id` (letters, digits, _ and -, 64 at most, or a whole number) and `exp` (unix seconds)"
/** The year 2286 in seconds, April 1970 in milliseconds. */
const MAX_SECONDS = 9_999_999_999

/** What the answer has as its token, without the signature. */
const shownToken = (token: string): string => {
  const parts = token.split(".")
  if (parts.length !== 3) return `a text of ${parts.length} part${parts.length === 1 ? "" : "s"}`
  const payload = Buffer.from(parts[1] ?? "", "base64url").toString("utf8")
  try {
    const { id, exp } = JSON.parse(payload) as { readonly id?: unknown; readonly exp?: unknown }
    return `a payload with id ${shown(id)} and exp ${shown(exp)}`
  } catch {
    return "a payload that is no JSON object"
  }
}

/** `values` are the states': they include the member whose token it must be. */
export const tokenMismatches = (
  body: unknown,
  { memberId }: ProviderValues,
  now: number,
): ReadonlyArray<Mismatch> => {
  const token = (body as { readonly token?: unknown } | null)?.token
  if (typeof token !== "string") return []
  const mismatch = (expected: string, actual: string) => [{ path: PATH, expected, actual }]
  const content = Option.getOrUndefined(readToken(token))
  if (content === undefined) return mismatch(SHAPE, shownToken(token))
  const seconds = content.expiresAt / 1_000
  if (seconds > MAX_SECONDS) return mismatch("`exp` in unix seconds", String(seconds))
  if (content.expiresAt <= now) {
    return mismatch(`\`exp\` after now, ${Math.floor(now / 1_000)}`, String(seconds))
  }
  const isTheirs =
    (typeof memberId !== "string" && typeof memberId !== "number") ||
    content.memberId === String(memberId)
  return isTheirs
    ? []
    : mismatch(`\`id\` of the state's member, ${shown(memberId)}`, shown(content.memberId))
}
