/**
 * Posts a command until the gateway answers it (docs/protocol.md, "Commands"). Every retry has the same
 * `commandId`, so a command takes effect at most once. The number of retries is bounded.
 */
import type { Command, CommandRequest } from "@foldcast/contracts/commands/command"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import { backoffMs } from "./reconnect-plan.ts"
import { retryAfterMs } from "./retry-after.ts"
import type { Fetch } from "./transports.ts"

export type CommandAnswer =
  /** The outcome's position, if it has a fact, is at most `seq`. */
  | { readonly _tag: "Admitted"; readonly seq: number }
  /** `label` is `NO_ANSWER` without an answer: the command may have taken effect. */
  | { readonly _tag: "NotAdmitted"; readonly label: string; readonly reference: string | null }

export interface CommandPorts {
  readonly fetch: Fetch
  readonly sleep: (ms: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
}

/** Attempts that get no answer, or an answer that asks for a retry. */
const ATTEMPTS = 6
/**
 * Milliseconds for one attempt. A change may take longer; the next attempt then learns that it still runs. A
 * lost answer costs this time, and at a log-in the browser's other tabs wait for it.
 */
export const ATTEMPT_MS = 10_000
/** How often a running command is asked for again: far longer than any command may run. */
const MAX_RUNNING = 60
const MAX_WAIT_MS = 10_000
/** Also applies when the answer has no `Retry-After`. */
const MIN_RUNNING_WAIT_MS = 1_000

/** Statuses after which a retry may get another answer. */
const isWorthRepeating = (status: number): boolean =>
  status === 409 || status === 429 || status === 502 || status === 503 || status === 504

const textOf = (problem: unknown, member: "label" | "reference"): string | null => {
  if (typeof problem !== "object" || problem === null) return null
  const text = (problem as Readonly<Record<string, unknown>>)[member]
  return typeof text === "string" && text !== "" ? text : null
}

const bodyOf = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return null
  }
}

const refused = (status: number, problem: unknown): CommandAnswer => ({
  _tag: "NotAdmitted",
  label: textOf(problem, "label") ?? `http.${status}`,
  reference: textOf(problem, "reference"),
})

type Attempt =
  | { readonly _tag: "Answered"; readonly answer: CommandAnswer }
  | {
      readonly _tag: "Again"
      readonly afterMs: number
      readonly last: CommandAnswer
      /** The gateway has the command and works on it. */
      readonly isRunning: boolean
    }

const unanswered: CommandAnswer = { _tag: "NotAdmitted", label: NO_ANSWER, reference: null }
const SILENT: Attempt = { _tag: "Again", afterMs: 0, last: unanswered, isRunning: false }

const attempt = async (fetch: Fetch, url: string, body: string): Promise<Attempt> => {
  let response: Response
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Foldcast": "1" },
      credentials: "same-origin",
      // A closing page can still send its last command: that it left a room (CHAT-14).
      keepalive: true,
      signal: AbortSignal.timeout(ATTEMPT_MS),
      body,
    })
  } catch {
    return SILENT
  }
  const answer = await bodyOf(response)
  if (response.status === 202) {
    const seq =
      typeof answer === "object" && answer !== null && "seq" in answer ? answer.seq : undefined
    // An unreadable admission counts as no answer: the retry repeats it from the gateway's memory.
    return typeof seq === "number" && Number.isSafeInteger(seq)
      ? { _tag: "Answered", answer: { _tag: "Admitted", seq } }
      : SILENT
  }
  const last = refused(response.status, answer)
  if (!isWorthRepeating(response.status)) return { _tag: "Answered", answer: last }
  // A rate-limited command never started; a command that still runs or failed half-way may have an effect.
  const isUnbegun = response.status === 429
  return {
    _tag: "Again",
    afterMs: retryAfterMs(response.headers.get("Retry-After")),
    last: isUnbegun ? last : unanswered,
    isRunning: response.status === 409,
  }
}

export const postCommand = async (
  origin: string,
  request: { readonly commandId: CommandId; readonly visit: VisitId; readonly command: Command },
  { fetch, sleep, random }: CommandPorts,
): Promise<CommandAnswer> => {
  const body = JSON.stringify(request satisfies CommandRequest)
  const url = `${origin}/api/commands`
  let mayHaveBegun = false
  let failures = 0
  let running = 0
  for (;;) {
    const tried = await attempt(fetch, url, body)
    if (tried._tag === "Answered") return tried.answer
    mayHaveBegun ||= tried.last === unanswered
    if (tried.isRunning) running += 1
    else failures += 1
    if (failures >= ATTEMPTS || running >= MAX_RUNNING) {
      return mayHaveBegun ? unanswered : tried.last
    }
    const waitMs = tried.isRunning
      ? Math.max(MIN_RUNNING_WAIT_MS, tried.afterMs)
      : tried.afterMs + backoffMs(failures - 1, random())
    await sleep(Math.min(MAX_WAIT_MS, waitMs))
  }
}
