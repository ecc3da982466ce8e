/**
 * Checks that the gateway's decoder makes and no pact can express: upper bounds, the type of a nullable number,
 * optional members that the pact's example leaves out. The gateway refuses a whole answer for one such value.
 */
import { Cause, Exit, Option, Schema, SchemaIssue } from "effect"
import { type Mismatch, shown } from "@foldcast/verify/matching"
import type { HttpInteraction } from "@foldcast/verify/pact-file"

type Step = string | number

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

const pathOf = (steps: ReadonlyArray<Step>): string =>
  steps.reduce<string>(
    (path, step) => (/^\d+$/u.test(String(step)) ? `${path}[${step}]` : `${path}.${step}`),
    "$",
  )

const valueAt = (body: unknown, steps: ReadonlyArray<Step>): unknown =>
  steps.reduce<unknown>(
    (value, step) =>
      value !== null && typeof value === "object"
        ? (value as Readonly<Record<Step, unknown>>)[step]
        : undefined,
    body,
  )

const mismatchesOf = (
  cause: Cause.Cause<Schema.SchemaError>,
  body: unknown,
): ReadonlyArray<Mismatch> => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (error === undefined) return []
  return formatIssues(error.issue).issues.map(({ path = [], message }) => {
    const steps = path.map((step) => (typeof step === "object" ? step.key : step) as Step)
    return {
      path: pathOf(steps),
      expected: message.replace(/^Expected /u, "").replace(/, got [\s\S]*$/u, ""),
      actual: shown(valueAt(body, steps)),
    }
  })
}

/** A picture is checked by its type only (exchange.ts). */
const isJson = ({ body }: HttpInteraction["response"]): boolean =>
  body === undefined || body.contentType === "application/json"

/** A call's method and path: `GET /media/album/{id}/{albumId}`. */
const callPattern = (call: string): RegExp =>
  new RegExp(`^${call.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u")

const placeholdersOf = (call: string): number => call.split("{").length - 1

/** Finds the schema of an answer by its call, the one with fewer placeholders first. A call of the pact without a schema is a fault of this repository. */
export const readBy = (answers: Readonly<Record<string, Schema.Top>>) => {
  const readings = Object.entries(answers)
    .toSorted(([a], [b]) => placeholdersOf(a) - placeholdersOf(b))
    .map(([call, schema]) => ({
      pattern: callPattern(call),
      decode: Schema.decodeUnknownExit(schema as Schema.Codec<unknown>, { errors: "all" }),
    }))
  return (
    { request: { method, path }, response }: HttpInteraction,
    body: unknown,
  ): ReadonlyArray<Mismatch> => {
    if (response.status !== 200 || !isJson(response)) return []
    const reading = readings.find(({ pattern }) => pattern.test(`${method} ${path}`))
    if (reading === undefined) throw new Error(`no schema reads the answer of ${method} ${path}`)
    const exit = reading.decode(body)
    return Exit.isSuccess(exit) ? [] : mismatchesOf(exit.cause, body)
  }
}
