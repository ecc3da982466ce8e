/** One exchange of a contract with a running provider, over HTTP or another transport, with the gateway's own limits. */
import {
  CHANGE_TIMEOUT_MS,
  MAX_ANSWER_BYTES,
  READ_TIMEOUT_MS,
} from "@foldcast/contracts/upstream/limits"
import { MAX_JSON_DEPTH, parseJson, utf8Text } from "@foldcast/contracts/upstream/parse-json"
import { isTimeout, fetchFailureReason, wasReached } from "./fetch-failure.ts"
import { compareBody, type Mismatch, shown, statusMismatch } from "./matching.ts"
import { wayOut } from "./proxy.ts"
import type { HttpInteraction } from "./pact-file.ts"
import type { ProviderValues, ReadyRequest } from "./provider-values.ts"
import { SetUpFailed } from "./provider-states.ts"
import { type ProviderKey, reproduction } from "./reproduction.ts"

/** The sent request, and the values that the interaction's states returned before. */
export interface SentCall {
  readonly request: ReadyRequest
  readonly values: ProviderValues
}

/** Further faults in the body of an expected answer that a pact cannot express. */
export type FurtherReading = (
  interaction: HttpInteraction,
  body: unknown,
  asked: SentCall,
) => ReadonlyArray<Mismatch>

const NOTHING_FURTHER: FurtherReading = () => []

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** How a request is sent, and how a report says that it is sent again. */
export interface CallTransport {
  /** The answer, or why there is none. Throws `SetUpFailed` when the provider cannot be reached. */
  readonly send: (request: ReadyRequest, timeoutMs: number) => Promise<Answer | Mismatch>
  readonly repetition: (request: ReadyRequest) => string
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

/** What to report for a body that is not JSON; null: the body's own text. */
const NO_JSON: Readonly<Record<"encoding" | "syntax" | "depth", string | null>> = {
  encoding: "bytes that are no UTF-8",
  depth: `more than ${MAX_JSON_DEPTH} levels of arrays and objects`,
  syntax: null,
}

const isJson = (type: string) => /^application\/(?:[\w.+-]+\+)?json\b/iu.test(type)

/** Checks an answer that is not JSON: its type, and that it is not empty. */
const typeMismatches = (expected: string, { headers, bytes }: Answer): ReadonlyArray<Mismatch> => {
  const type = headers.get("content-type") ?? ""
  const wrong = type.split(";")[0]?.trim().toLowerCase() !== expected
  return [
    ...(wrong ? [{ path: "header content-type", expected, actual: shown(type) }] : []),
    ...(bytes.length === 0 ? [{ path: "$", expected: "a body", actual: "none" }] : []),
  ]
}

/** Drops mismatches that are already reported. */
const untold = (further: ReadonlyArray<Mismatch>, told: ReadonlyArray<Mismatch>) =>
  further.filter(({ path }) => told.every((one) => !path.startsWith(one.path)))

const mismatchesOf = (
  interaction: HttpInteraction,
  answer: Answer,
  furtherReading: (body: unknown) => ReadonlyArray<Mismatch>,
): ReadonlyArray<Mismatch> => {
  const { response } = interaction
  const { headers, bytes } = answer
  const [whole] = response.matchingRules?.body?.["$"]?.matchers ?? []
  if (whole?.match === "contentType") {
    return [...statusMismatches(interaction, answer), ...typeMismatches(whole.value, answer)]
  }
  const contentType = headers.get("content-type") ?? ""
  const wrongStatus = statusMismatches(interaction, answer)
  if (response.body === undefined) return wrongStatus
  const wrongType: ReadonlyArray<Mismatch> = isJson(contentType)
    ? []
    : [{ path: "header content-type", expected: "application/json", actual: shown(contentType) }]
  const read = parseJson(bytes)
  if (read._tag === "NoJson") {
    const actual = NO_JSON[read.why] ?? shown(utf8Text(bytes) ?? "")
    return [...wrongStatus, ...wrongType, { path: "$", expected: "JSON", actual }]
  }
  const compared = compareBody(response.body.content, read.value, response.matchingRules?.body)
  const further = wrongStatus.length === 0 ? furtherReading(read.value) : []
  return [...wrongStatus, ...wrongType, ...compared, ...untold(further, compared)]
}

/** The gateway's own time-out. */
const timeoutOf = (method: string) => (method === "GET" ? READ_TIMEOUT_MS : CHANGE_TIMEOUT_MS)

interface Bounds {
  readonly withinMs?: number | undefined
  readonly furtherReading?: FurtherReading | undefined
}

export const noAnswer = (timeoutMs: number, actual: string): Mismatch => ({
  path: "answer",
  expected: `a whole answer within ${timeoutMs / 1_000} s`,
  actual,
})

export const httpTransport = (baseUrl: string, key: ProviderKey): CallTransport => ({
  repetition: (request) => reproduction(baseUrl, request, key),
  send: async ({ method, target, headers, body }, timeoutMs) => {
    try {
      const response = await fetch(baseUrl + target, {
        method,
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body }),
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, bytes }
    } catch (error) {
      if (wasReached(error)) {
        const actual = isTimeout(error)
          ? "none in that time"
          : `the connection broke off: ${fetchFailureReason(error)}`
        return noAnswer(timeoutMs, actual)
      }
      throw new SetUpFailed({
        detail: `${method} ${baseUrl}${target} cannot be reached: ${fetchFailureReason(error)}${wayOut(error)}`,
      })
    }
  },
})

/**
 * An answer that is missing, incomplete or too long breaks the contract. Throws `SetUpFailed` when the provider
 * cannot be reached.
 */
export const exchange = async (
  transport: Pick<CallTransport, "send">,
  interaction: HttpInteraction,
  asked: SentCall,
  { withinMs, furtherReading = NOTHING_FURTHER }: Bounds = {},
): Promise<ReadonlyArray<Mismatch>> => {
  const { request } = asked
  const answer = await transport.send(request, withinMs ?? timeoutOf(request.method))
  if ("path" in answer) return [answer]
  const { length } = answer.bytes
  if (length > MAX_ANSWER_BYTES) {
    return [{ path: "answer", expected: `at most ${MAX_ANSWER_BYTES} bytes`, actual: `${length}` }]
  }
  return mismatchesOf(interaction, answer, (read) => furtherReading(interaction, read, asked))
}
