/**
 * Reading the gateway's resources: one GET, its answer read by hand into what the caller wants, and the answer told
 * to the log (`AnswerApplied`).
 *
 * Invariants: whatever goes wrong is one error with a problem whose label has a text; an answer that
 * nobody waits for any more is not told.
 */
import { QueryClient } from "@tanstack/react-query"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import { MAX_KEY } from "@foldcast/contracts/client-facts/path-bounds"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { Problem } from "@foldcast/contracts/commands/problem"
import { backoffMs } from "@foldcast/client/reconnect-plan"
import { isJson, jsonOrNull, stringOf } from "./json.ts"

/** Null where the body is not what it should be. */
export type ReadBody<A> = (body: unknown) => A | null

export interface Resource<A> {
  /** `/api/…` with its query. */
  readonly path: string
  readonly read: ReadBody<A>
  /**
   * What stands in the log instead of the path, where the path tells what was typed or whom somebody likes.
   * The answer's hash would tell it too: who has the lists of that moment finds the one that it is of.
   */
  readonly key?: string
}

export interface QueryPorts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** SHA-256 of the text in hexadecimals; empty where the browser has none. */
  readonly digest: (text: string) => Promise<string>
}

/** The one way in which reading a resource fails. */
export class AnswerRefused extends Error {
  readonly _tag = "AnswerRefused"
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.label)
    this.problem = problem
  }
}

const problem = (status: number, label: string, reference = ""): Problem => ({
  type: "about:blank",
  title: "",
  status,
  label,
  reference,
})

/** What the gateway said is wrong; something failed where it did not say. */
const problemOf = (status: number, body: unknown): Problem => {
  const label = isJson(body) ? stringOf(body["label"]) : null
  const reference = isJson(body) ? stringOf(body["reference"]) : null
  return problem(status, label ?? "request.failed", reference ?? "")
}

type Applied = (fact: ClientFactOf<"AnswerApplied">) => void

export const answerApplied = (
  key: string,
  status: number,
  hash: string,
  reference = "",
): ClientFactOf<"AnswerApplied"> => ({
  _tag: "AnswerApplied",
  key: key.slice(0, MAX_KEY),
  status,
  hash,
  ...(reference !== "" && { reference }),
})

/** Whatever went wrong, as what can be shown. */
export const answerRefusal = (error: unknown): AnswerRefused =>
  error instanceof AnswerRefused
    ? error
    : new AnswerRefused({ ...problem(0, "request.failed"), title: String(error) })

const askAndRead = async <A>(
  { path, read, key }: Resource<A>,
  ports: QueryPorts,
  signal: AbortSignal,
  applied: Applied,
): Promise<A> => {
  const answer = await ports
    .fetch(path, { signal, headers: { Accept: "application/json" } })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => {
      signal.throwIfAborted()
      throw new AnswerRefused({ ...problem(0, NO_ANSWER), title: String(error) })
    })
  const hash = key === undefined ? await ports.digest(answer.text) : ""
  signal.throwIfAborted()
  const body = jsonOrNull(answer.text)
  const refused = answer.status === 200 ? null : problemOf(answer.status, body)
  applied(answerApplied(key ?? path, answer.status, hash, refused?.reference))
  if (refused !== null) throw new AnswerRefused(refused)
  const value = read(body)
  if (value === null) throw new AnswerRefused(problem(answer.status, "request.failed"))
  return value
}

/** Rejects with `AnswerRefused`, or as `fetch` does where it was aborted. */
export const fetchJson = <A>(
  resource: Resource<A>,
  ports: QueryPorts,
  signal: AbortSignal,
  applied: Applied,
): Promise<A> =>
  askAndRead(resource, ports, signal, applied).catch((error: unknown) => {
    signal.throwIfAborted()
    throw answerRefusal(error)
  })

/** Milliseconds an answer is shown again without asking. */
const FRESH_MS = 30_000
const MAX_RETRIES = 2

/** Asking again helps where nothing answered or the gateway could not; never where it refused. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < MAX_RETRIES &&
  error instanceof AnswerRefused &&
  (error.problem.status === 0 || error.problem.status >= 500)

/** One per document: on the server a page's answers are never another page's. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: isWorthRetrying,
        // Whom the same moment failed does not ask again at the same moment.
        retryDelay: (failures) => backoffMs(failures, Math.random()),
      },
    },
  })

/** Asks again for what is shown and could not be had. */
export const askFailedAgain = (queries: QueryClient): void => {
  void queries.refetchQueries({
    type: "active",
    predicate: ({ state }) => state.status === "error",
  })
}
