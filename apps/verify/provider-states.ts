/**
 * Brings a provider into the states that a contract names, over one documented HTTP hook (docs/verifying.md):
 * POST {state, params}; the answer is a JSON object of values.
 *
 * A missing hook ends the run; a state that it does not enter breaks only the interactions that need it.
 */
import { Schema } from "effect"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { fetchFailureReason, wasReached } from "./fetch-failure.ts"
import { shown } from "./matching.ts"
import type { ProviderState } from "./pact-file.ts"
import { wayOut } from "./proxy.ts"
import { asCommand } from "./reproduction.ts"
import type { ProviderValues } from "./provider-values.ts"

/** The provider or its hook cannot be reached, so nothing can be verified. */
export class SetUpFailed extends Schema.TaggedError<SetUpFailed>()("SetUpFailed", {
  detail: Schema.String,
}) {
  override get message() {
    return this.detail
  }
}

/** The hook exists but did not enter this state, or its answer is invalid. */
export class StateNotEntered extends Schema.TaggedError<StateNotEntered>()("StateNotEntered", {
  state: Schema.String,
  expected: Schema.String,
  actual: Schema.String,
  /** The command line that requests the state again. */
  reproduction: Schema.NullOr(Schema.String),
}) {}

export type EnterState = (state: string, params: ProviderValues) => Promise<ProviderValues>

export const STATE_TIMEOUT_MS = 30_000

const MAX_TOLD = 300

const valuesIn = (text: string): ProviderValues | undefined => {
  const read = parseJson(text === "" ? "{}" : text)
  if (read._tag === "NoJson") return undefined
  const { value } = read
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as ProviderValues)
    : undefined
}

/** The params include the consumer's key as `apiKey`; no command line shows it. */
const lineFor = (url: string, state: string, params: ProviderValues): string => {
  const shownParams = Object.fromEntries(
    Object.entries(params).filter(([name]) => name !== "apiKey"),
  )
  const body = JSON.stringify({ state, params: shownParams })
  return asCommand("POST", url, ["-H 'Content-Type: application/json'"], body)
}

export const stateHook =
  (url: string): EnterState =>
  async (state, params) => {
    const notEntered = (expected: string, actual: string) =>
      new StateNotEntered({ state, expected, actual, reproduction: lineFor(url, state, params) })
    let response: Response
    let text: string
    try {
      response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ state, params }),
        signal: AbortSignal.timeout(STATE_TIMEOUT_MS),
      })
      text = await response.text()
    } catch (error) {
      if (wasReached(error)) {
        throw notEntered(
          `a whole answer within ${STATE_TIMEOUT_MS / 1_000} s`,
          fetchFailureReason(error),
        )
      }
      throw new SetUpFailed({
        detail: `the state hook ${url} cannot be reached: ${fetchFailureReason(error)}${wayOut(error)}`,
      })
    }
    if (!response.ok) {
      throw notEntered(
        "200 and an object of values",
        `${response.status}: ${text.slice(0, MAX_TOLD)}`,
      )
    }
    const values = valuesIn(text)
    if (values === undefined) throw notEntered("an object of values", shown(text))
    return values
  }

/** Enters the states in order; the params of each include the values of the earlier ones. */
export const enterStates = async (
  enter: EnterState,
  states: ReadonlyArray<ProviderState>,
  known: ProviderValues,
): Promise<ProviderValues> => {
  let values = known
  for (const { name, params = {} } of states) {
    values = { ...values, ...(await enter(name, { ...values, ...params })) }
  }
  return values
}
