/**
 * Posts a command until the gateway answers it (docs/protocol.md, "Commands"). The same `commandId` is
 * repeated, so a command takes effect at most once however often it is sent. Bounded.
 */
import type { Command, CommandRequest } from "@foldcast/contracts/commands/command"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import { backoffMs } from "./reconnect-plan.ts"
import { retryAfterMs } from "./retry-after.ts"
import type { Fetch } from "./transports.ts"

export type CommandAnswer =
  /** The outcome, if it has a fact, is at or before `seq`. */
  | { readonly _tag: "Admitted"; readonly seq: number }
  /** `label` is `NO_ANSWER` where none came: the command may have taken effect. */
  | { readonly _tag: "NotAdmitted"; readonly label: string; readonly reference: string | null }

export interface CommandPorts {
  readonly fetch: Fetch
  readonly sleep: (ms: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
}

/** Of those that get no answer, or one that tells to come again. */
const ATTEMPTS = 6
/**
 * Milliseconds for one attempt. A change may take longer: then the next attempt hears that it still runs. An
 * answer that got lost is missed for this long, and at a log-in the browser's other tabs wait for it.
 */
export const ATTEMPT_MS = 10_000
/** How often a command that still runs is asked for again: far longer than any may run. */
const MAX_RUNNING = 60
const MAX_WAIT_MS = 10_000
/** Also where what answers for the gateway does not say how long to wait. */
const MIN_RUNNING_WAIT_MS = 1_000

/** Answers after which the same request may be answered otherwise. */
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
      /** The gateway has it and works on it. */
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
      // A page that goes still tells what it asked last: that it left a room (CHAT-14).
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
    // An admission that cannot be read says nothing: asked again, it is repeated from memory.
    return typeof seq === "number" && Number.isSafeInteger(seq)
      ? { _tag: "Answered", answer: { _tag: "Admitted", seq } }
      : SILENT
  }
  const last = refused(response.status, answer)
  if (!isWorthRepeating(response.status)) return { _tag: "Answered", answer: last }
  // Too many requests were never begun; what still runs, or broke half-way, may have an effect.
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
