/**
 * Brings a provider into the states that a contract names, over one documented HTTP hook
 * (docs/verifying.md): POST {state, params} and get a JSON object of values back.
 *
 * Callers: verify-*.ts. A hook that refuses a state is a set-up fault, never a broken contract.
 */
import { Schema } from "effect"
import type { ProviderState } from "./pact-file.ts"
import type { ProviderValues } from "./provider-values.ts"

/** The provider, or its hook, cannot be reached or does not do what the hook must: exit 2. */
export class SetUpFailed extends Schema.TaggedError<SetUpFailed>()("SetUpFailed", {
  detail: Schema.String,
}) {
  override get message() {
    return this.detail
  }
}

export type EnterState = (state: string, params: ProviderValues) => Promise<ProviderValues>

export const STATE_TIMEOUT_MS = 30_000

/** Why a fetch failed, with what lies beneath it. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

export const stateHook =
  (url: string): EnterState =>
  async (state, params) => {
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
      throw new SetUpFailed({
        detail: `the state hook ${url} cannot be reached: ${reasonOf(error)}`,
      })
    }
    if (!response.ok) {
      throw new SetUpFailed({
        detail: `the state hook ${url} answered ${response.status} to the state "${state}": ${text.slice(0, 300)}`,
      })
    }
    try {
      const values: unknown = text === "" ? {} : JSON.parse(text)
      if (values !== null && typeof values === "object" && !Array.isArray(values)) {
        return values as ProviderValues
      }
    } catch {
      // Said below: neither text that is no JSON nor JSON that is no object can be used.
    }
    throw new SetUpFailed({
      detail: `the state hook ${url} must answer "${state}" with a JSON object`,
    })
  }

/** Enters the states in their order; each sees the values of those before it among its params. */
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
