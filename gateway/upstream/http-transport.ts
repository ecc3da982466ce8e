/** The last step of an exchange over HTTP. The API key and the member's token go as headers. */
import { Redacted } from "effect"
import { MAX_ANSWER_BYTES } from "@foldcast/contracts/upstream/limits"
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import { ofAnswer } from "./call-outcome.ts"
import type { Transport, UpstreamConfig } from "./exchange.ts"
import type { CallOutcome } from "./frame.ts"
import { methodOf, pathOf, type UpstreamRequest } from "./upstream-request.ts"

/** The upstream's time; null where the `Date` header is missing, or where a cache answered. */
const timeOf = ({ headers }: Response): number | null => {
  const at = headers.has("Age") ? Number.NaN : Date.parse(headers.get("Date") ?? "")
  return Number.isNaN(at) ? null : at
}

/** Reads an answer to its end, up to a size limit. */
export type AnswerReading = (method: string, response: Response) => Promise<CallOutcome<unknown>>

export const jsonAnswer: AnswerReading = async (method, response) => {
  const bytes = await boundedBytes(response, MAX_ANSWER_BYTES)
  return ofAnswer(method, response.status, bytes ?? "")
}

/** Null where an id would lead to another path. */
export const requestUrl = (baseUrl: string, request: UpstreamRequest): URL | null => {
  const path = pathOf(request)
  if (path === null) return null
  const url = new URL(baseUrl.replace(/\/$/u, "") + path)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  url.searchParams.set("lang", request.lang)
  if (request.noNude) url.searchParams.set("noNude", "true")
  return url
}

const headersOf = (
  { token, clientAddress, clientAgent, body }: UpstreamRequest,
  key: Redacted.Redacted,
): Record<string, string> => ({
  "X-Api-Key": Redacted.value(key),
  ...(token !== undefined && { Authorization: `Bearer ${Redacted.value(token)}` }),
  ...(clientAddress !== undefined && { "X-Client-Address": clientAddress }),
  ...(clientAgent !== undefined && { "X-Client-Agent": clientAgent }),
  ...(body !== undefined && { "Content-Type": "application/json" }),
})

export const httpTransport =
  (
    { baseUrl, key }: Pick<UpstreamConfig, "baseUrl" | "key">,
    { accept = "application/json", readAnswer = jsonAnswer } = {},
  ): Transport =>
  (request) => {
    const url = requestUrl(baseUrl, request)
    if (url === null) return null
    const method = methodOf(request.call)
    const { body } = request
    return async (signal) => {
      const response = await fetch(url, {
        method,
        headers: { Accept: accept, ...headersOf(request, key) },
        redirect: "manual",
        signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const at = timeOf(response)
      return { outcome: await readAnswer(method, response), at }
    }
  }
