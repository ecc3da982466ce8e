/**
 * One HTTP exchange of a contract with a running provider, bounded in time, and the command line that
 * repeats it. Called by verify-member-api.ts.
 */
import { compareBody, type Mismatch, shown, statusMismatch } from "./matching.ts"
import type { HttpInteraction } from "./pact-file.ts"
import type { ReadyRequest } from "./provider-values.ts"
import { reasonOf, SetUpFailed } from "./provider-states.ts"

/** As long as a consumer waits for a change; for what it only reads it waits less. */
export const EXCHANGE_TIMEOUT_MS = 15_000
/** The header that carries the consumer's key. */
const KEY_HEADER = "x-api-key"

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The line that repeats the request; the key is taken from the environment, never printed. */
export const reproduction = (baseUrl: string, request: ReadyRequest, key: string): string =>
  [
    `curl -si -X ${request.method}`,
    quoted(baseUrl + request.target),
    ...Object.entries(request.headers).map(([name, value]) =>
      name.toLowerCase() === KEY_HEADER && value === key && key !== ""
        ? `-H "${name}: $MEMBER_API_KEY"`
        : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(request.body === undefined ? [] : [`--data-raw ${quoted(request.body)}`]),
  ].join(" ")

/**
 * What else is wrong with the body of an expected answer, beyond what a pact can say. `target` is the path
 * and query that was asked for, with the values of the states.
 */
export type FurtherReading = (
  interaction: HttpInteraction,
  body: unknown,
  target: string,
) => ReadonlyArray<Mismatch>

const NOTHING_FURTHER: FurtherReading = () => []

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const statusMismatches = (
  { response }: HttpInteraction,
  { status, headers }: Answer,
): ReadonlyArray<Mismatch> => {
  const matcher = Object.values(response.matchingRules?.status ?? {})[0]?.matchers[0]
  const location = headers.get("location")
  return statusMismatch(response.status, status, matcher).map((mismatch) =>
    location === null ? mismatch : { ...mismatch, actual: `${status}, to ${location}` },
  )
}

/** What is told already is not told a second time. */
const untold = (further: ReadonlyArray<Mismatch>, told: ReadonlyArray<Mismatch>) =>
  further.filter(({ path }) => told.every((one) => !path.startsWith(one.path)))

const mismatchesOf = (
  interaction: HttpInteraction,
  answer: Answer,
  furtherReading: (body: unknown) => ReadonlyArray<Mismatch>,
): ReadonlyArray<Mismatch> => {
  const { response } = interaction
  const { headers, text } = answer
  const contentType = headers.get("content-type") ?? ""
  const wrongStatus = statusMismatches(interaction, answer)
  if (response.body === undefined) return wrongStatus
  const wrongType: ReadonlyArray<Mismatch> = /^application\/(?:[\w.+-]+\+)?json\b/iu.test(
    contentType,
  )
    ? []
    : [{ path: "header content-type", expected: "application/json", actual: shown(contentType) }]
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return [...wrongStatus, ...wrongType, { path: "$", expected: "JSON", actual: shown(text) }]
  }
  const compared = compareBody(response.body.content, body, response.matchingRules?.body)
  const further = wrongStatus.length === 0 ? furtherReading(body) : []
  return [...wrongStatus, ...wrongType, ...compared, ...untold(further, compared)]
}

/** Errors of a connection that stood: somebody is there and gave no whole answer. */
const BROKEN_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|HPE_\w+)$/u

/** Undefined where nobody was there at all. */
const brokenOff = (error: unknown, withinMs: number): Mismatch | undefined => {
  const expected = `a whole answer within ${withinMs / 1_000} s`
  if (!(error instanceof Error)) return undefined
  if (error.name === "TimeoutError")
    return { path: "answer", expected, actual: "none in that time" }
  const { cause } = error
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  return BROKEN_OFF.test(code)
    ? { path: "answer", expected, actual: `the connection broke off: ${reasonOf(error)}` }
    : undefined
}

interface Bounds {
  readonly withinMs?: number | undefined
  readonly furtherReading?: FurtherReading | undefined
}

/**
 * An answer that does not come, or not whole, breaks the contract. Throws `SetUpFailed` when the provider
 * cannot be reached.
 */
export const exchange = async (
  baseUrl: string,
  interaction: HttpInteraction,
  request: ReadyRequest,
  { withinMs = EXCHANGE_TIMEOUT_MS, furtherReading = NOTHING_FURTHER }: Bounds = {},
): Promise<ReadonlyArray<Mismatch>> => {
  let answer: Answer
  try {
    const response = await fetch(baseUrl + request.target, {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      signal: AbortSignal.timeout(withinMs),
      ...(request.body !== undefined && { body: request.body }),
    })
    answer = { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    const broken = brokenOff(error, withinMs)
    if (broken !== undefined) return [broken]
    throw new SetUpFailed({
      detail: `${request.method} ${baseUrl}${request.target} cannot be reached: ${reasonOf(error)}`,
    })
  }
  return mismatchesOf(interaction, answer, (body) =>
    furtherReading(interaction, body, request.target),
  )
}
