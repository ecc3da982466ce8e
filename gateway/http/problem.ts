/**
 * Refusals to browsers as `application/problem+json` (RFC 9457; docs/protocol.md, "Problems"). One total table
 * defines each kind; a reference lets support find what happened.
 *
 * Invariant: an answer names fields and labels and never a value that was sent.
 */
import type { Problem } from "@foldcast/contracts/commands/problem"
import { referenceOf } from "@foldcast/contracts/reference"
import type { IdsShape } from "../ids.ts"
import { PROBLEM_KINDS, type ProblemKind } from "../problem-kinds.ts"

export interface ProblemDetails {
  readonly label?: string
  readonly fields?: NonNullable<Problem["fields"]>
  /** Whole seconds until a retry makes sense. */
  readonly retryAfterSeconds?: number
}

const REFERENCE_BITS = 40

const kebab = (name: string) => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)

const MAX_LABEL = 200

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
