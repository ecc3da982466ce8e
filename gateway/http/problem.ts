/**
 * Refusals at the browser's border as `application/problem+json` (RFC 9457; docs/protocol.md, "Problems").
 * One total table says what each kind is; a reference lets support find what happened.
 *
 * Callers: every handler and middleware of http/, commands/, stream/ and capture/. Invariant: an answer
 * names fields and labels and never a value that was sent.
 */
import type { Problem } from "@foldcast/contracts/commands/problem"
import { referenceOf } from "@foldcast/contracts/reference"
import type { IdsShape } from "../ids.ts"

interface Kind {
  readonly status: number
  readonly title: string
  /** The label where the caller knows nothing more exact. */
  readonly label: string
}

export const PROBLEM_KINDS = {
  malformed: { status: 400, title: "The request cannot be read", label: "request.malformed" },
  unauthenticated: { status: 401, title: "Nobody is logged in", label: "request.unauthenticated" },
  foreignSite: {
    status: 403,
    title: "The request came from another site",
    label: "request.foreign",
  },
  notFound: { status: 404, title: "There is nothing here", label: "request.notFound" },
  noSuchVisit: { status: 404, title: "The visit is not known", label: "visit.unknown" },
  methodNotAllowed: { status: 405, title: "Not with this method", label: "request.method" },
  stillRunning: { status: 409, title: "The command still runs", label: "command.running" },
  tooLarge: { status: 413, title: "The request is too large", label: "request.tooLarge" },
  unsupportedMediaType: {
    status: 415,
    title: "The request must be JSON",
    label: "request.mediaType",
  },
  differentBody: {
    status: 422,
    title: "The command's id was used for another body",
    label: "command.differentBody",
  },
  upgradeRequired: { status: 426, title: "This is a stream", label: "stream.upgradeRequired" },
  tooMany: { status: 429, title: "Too many requests", label: "request.tooMany" },
  failed: { status: 500, title: "The request failed", label: "request.failed" },
  unavailable: { status: 503, title: "Not available at the moment", label: "request.unavailable" },
} as const satisfies Readonly<Record<string, Kind>>

export type ProblemKind = keyof typeof PROBLEM_KINDS

export interface ProblemDetails {
  readonly label?: string
  readonly fields?: NonNullable<Problem["fields"]>
  /** Whole seconds until it makes sense to try again. */
  readonly retryAfterSeconds?: number
}

const REFERENCE_BITS = 40

const kebab = (name: string) => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)

const MAX_LABEL = 200

/** Pure: the body of a refusal. */
export const problemOf = (
  kind: ProblemKind,
  reference: string,
  { label, fields }: ProblemDetails = {},
): Problem => ({
  type: `urn:foldcast:problem:${kebab(kind)}`,
  title: PROBLEM_KINDS[kind].title,
  status: PROBLEM_KINDS[kind].status,
  label:
    label === undefined || label === "" ? PROBLEM_KINDS[kind].label : label.slice(0, MAX_LABEL),
  reference,
  ...(fields === undefined ? {} : { fields }),
})

export const problemResponse = (problem: Problem, retryAfterSeconds?: number): Response =>
  new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
    },
  })

export interface Refusal {
  readonly problem: Problem
  readonly response: Response
}

/** The refusal and its response; the caller notes the reference where a visit is known. */
export const refusal = (
  ids: Pick<IdsShape, "token">,
  kind: ProblemKind,
  details: ProblemDetails = {},
): Refusal => {
  const drawn = Buffer.from(ids.token(REFERENCE_BITS), "base64url").toString("hex")
  const reference = referenceOf(BigInt(`0x${drawn}`))
  const problem = problemOf(kind, reference, details)
  return { problem, response: problemResponse(problem, details.retryAfterSeconds) }
}
