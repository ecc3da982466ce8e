/** How a question about performers ends: the same for its HTTP answer and for a page that carries it. Pure. */
import type { CallOutcome } from "../upstream/frame.ts"

/**
 * Whether a capture of a visit that read it may show it. Never where the question tells whom somebody likes
 * or looked at, or what somebody typed: its answer would tell it too.
 */
export type InCaptures = "shown" | "never"

export type PublicAnswer =
  | {
      readonly _tag: "Found"
      readonly body: unknown
      /** The body as it is served. */
      readonly text: string
      /** Seconds for which any cache may say the same. */
      readonly maxAge: number
      readonly inCaptures: InCaptures
    }
  /** There is nothing of that name. */
  | { readonly _tag: "Missing" }
  /** That part of the question cannot be read. */
  | { readonly _tag: "Malformed"; readonly field: string }
  /** Nobody could say. */
  | { readonly _tag: "Unavailable" }

export const MISSING: PublicAnswer = { _tag: "Missing" }
export const UNAVAILABLE_ANSWER: PublicAnswer = { _tag: "Unavailable" }
export const malformed = (field: string): PublicAnswer => ({ _tag: "Malformed", field })

/** Seconds: of what changes with somebody's status, and of what does not. */
export const MOVING = 1
export const STANDING = 60

export const found = (body: unknown, maxAge: number, inCaptures: InCaptures): PublicAnswer => ({
  _tag: "Found",
  body,
  text: JSON.stringify(body),
  maxAge,
  inCaptures,
})

const NOBODY: ReadonlySet<number> = new Set([400, 404])

/** What was asked for by its name: the service refuses a name that nothing has. */
export const namedAnswer = <Body>(
  outcome: CallOutcome<Body>,
  shape: (body: Body) => PublicAnswer,
): PublicAnswer => {
  if (outcome._tag === "Answered") return shape(outcome.body)
  return outcome._tag === "Refused" && NOBODY.has(outcome.status) ? MISSING : UNAVAILABLE_ANSWER
}
