/**
 * A visit and its browser as the gateway's pacts send them, with placeholders that the provider's state fills, and
 * the problem response for a failure that is not the sender's.
 */
import { Schema } from "effect"
import { Problem } from "@foldcast/contracts/commands/problem"
import { fromState } from "./state-expressions.ts"

export const VISIT = "visit-0000000000000001"

export const HEADERS_WITHOUT_COOKIE = {
  "X-Foldcast": "1",
  Origin: "http://localhost:3000",
} as const
export const HEADERS = { ...HEADERS_WITHOUT_COOKIE, Cookie: "auth=a-session" } as const

export const HEADERS_WITHOUT_COOKIE_FROM_STATE = {
  "X-Foldcast": "1",
  Origin: fromState("${origin}", HEADERS.Origin),
} as unknown as Record<string, string>
export const HEADERS_FROM_STATE = {
  ...HEADERS_WITHOUT_COOKIE_FROM_STATE,
  Cookie: fromState("${cookie}", HEADERS.Cookie),
} as unknown as Record<string, string>

export const VISIT_UNKNOWN = {
  type: "about:blank",
  title: "The visit is not known",
  status: 404,
  label: "visit.unknown",
  reference: "ABCD-1234",
}

export const decodeProblem = Schema.decodeUnknownSync(Problem)
