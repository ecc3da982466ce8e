/**
 * One HTTP exchange of a contract with a running provider, bounded in time, and the command line that
 * repeats it. Called by verify-member-api.ts.
 */
import { compareBody, type Mismatch, shown, statusMismatch } from "./matching.ts"
import type { HttpInteraction } from "./pact-file.ts"
import type { ReadyRequest } from "./provider-values.ts"
import { SetUpFailed } from "./provider-states.ts"

export const EXCHANGE_TIMEOUT_MS = 30_000
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

const mismatchesOf = (
  { response }: HttpInteraction,
  status: number,
  contentType: string,
  text: string,
): ReadonlyArray<Mismatch> => {
  const matcher = Object.values(response.matchingRules?.status ?? {})[0]?.matchers[0]
  const wrongStatus = statusMismatch(response.status, status, matcher)
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
  return [
    ...wrongStatus,
    ...wrongType,
    ...compareBody(response.body.content, body, response.matchingRules?.body),
  ]
}

/** Throws `SetUpFailed` when the provider cannot be reached. */
export const exchange = async (
  baseUrl: string,
  interaction: HttpInteraction,
  request: ReadyRequest,
): Promise<ReadonlyArray<Mismatch>> => {
  try {
    const response = await fetch(baseUrl + request.target, {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
      ...(request.body !== undefined && { body: request.body }),
    })
    return mismatchesOf(
      interaction,
      response.status,
      response.headers.get("content-type") ?? "",
      await response.text(),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SetUpFailed({
      detail: `${request.method} ${baseUrl}${request.target} got no answer: ${reason}`,
    })
  }
}
