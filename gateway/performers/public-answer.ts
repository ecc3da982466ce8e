/** The outcome of a question about performers, shared by its HTTP answer and the page that carries it. Pure. */
import type { CallOutcome } from "../upstream/frame.ts"

/**
 * Whether a capture of a visit that read the answer may show it. Never where the question reveals whom a visitor
 * likes or viewed, or what a visitor typed.
 */
export type InCaptures = "shown" | "never"

export type PublicAnswer =
  | {
      readonly _tag: "Found"
      readonly body: unknown
      /** The body as it is served. */
      readonly text: string
      /** Seconds for which any cache may keep it. */
      readonly maxAge: number
      readonly inCaptures: InCaptures
    }
  /** Nothing has that name. */
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Malformed"; readonly field: string }
  | { readonly _tag: "Unavailable" }

export const MISSING: PublicAnswer = { _tag: "Missing" }
export const UNAVAILABLE_ANSWER: PublicAnswer = { _tag: "Unavailable" }
export const malformed = (field: string): PublicAnswer => ({ _tag: "Malformed", field })

/** Seconds: for answers that change with a status, and for others. */
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

/** The answer about a name: the service refuses an unknown one. */
export const namedAnswer = <Body>(
  outcome: CallOutcome<Body>,
  shape: (body: Body) => PublicAnswer,
): PublicAnswer => {
  if (outcome._tag === "Answered") return shape(outcome.body)
  return outcome._tag === "Refused" && NOBODY.has(outcome.status) ? MISSING : UNAVAILABLE_ANSWER
}
