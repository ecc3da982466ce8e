/** Posts client facts beside server-sent events and reads the answer. Never fails. */
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import type { BrowserFrame } from "@foldcast/contracts/stream/frames"
import type { Action, Input } from "./connection-model.ts"
import type { Fetch } from "./transports.ts"

export type FactsAction = Extract<Action, { readonly _tag: "SendFacts" }>

const valueIn = (answer: unknown, name: "label" | "n"): unknown =>
  typeof answer === "object" && answer !== null
    ? (answer as Readonly<Record<string, unknown>>)[name]
    : undefined

const inputOf = (connection: number, answer: unknown): Input => {
  if (valueIn(answer, "label") === NO_COOKIE) return { _tag: "FactsRefused", connection }
  const n = valueIn(answer, "n")
  return Number.isSafeInteger(n)
    ? { _tag: "FactsStored", connection, n: n as number }
    : { _tag: "FactsNotStored", connection }
}

export const postFacts = async (
  fetch: Fetch,
  origin: string,
  { connection, visit, epoch, facts }: FactsAction,
): Promise<Input> => {
  const frame: BrowserFrame = { k: "facts", visit, epoch, facts }
  try {
    const response = await fetch(`${origin}/api/facts`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Foldcast": "1" },
      credentials: "same-origin",
      body: JSON.stringify(frame),
    })
    const isAnswer = response.ok || response.status === 401
    return inputOf(connection, isAnswer ? await response.json() : null)
  } catch {
    return { _tag: "FactsNotStored", connection }
  }
}
