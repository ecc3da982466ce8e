/**
 * The states that a service's hook must enter, as a Markdown table: parameters from the pacts, meaning and
 * values from contracts/upstream/provider-states.ts. Pure.
 */
import {
  PROVIDER_STATES,
  type ProviderStateName,
} from "@foldcast/contracts/upstream/provider-states"
import type { PactFile } from "./pact-file.ts"

/** The values of each parameter in the pacts, by state. */
const paramsOf = (
  pacts: ReadonlyArray<PactFile>,
): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> => {
  const states = new Map<string, Map<string, Set<string>>>()
  for (const { name, params = {} } of pacts.flatMap(({ interactions }) =>
    interactions.flatMap(({ providerStates = [] }) => providerStates),
  )) {
    const state = states.get(name) ?? new Map<string, Set<string>>()
    states.set(name, state)
    for (const [param, value] of Object.entries(params)) {
      state.set(param, (state.get(param) ?? new Set()).add(JSON.stringify(value)))
    }
  }
  return states
}

const listed = (texts: ReadonlyArray<string>) => (texts.length === 0 ? "–" : texts.join(", "))

/** The states of these pacts, in the order of their declaration. */
export const stateTable = (pacts: ReadonlyArray<PactFile>): string => {
  const states = paramsOf(pacts)
  const names = Object.keys(PROVIDER_STATES) as ReadonlyArray<ProviderStateName>
  const rows = names.flatMap((name) => {
    const params = states.get(name)
    if (params === undefined) return []
    const { meaning, answers } = PROVIDER_STATES[name]
    const asked = [...params].map(
      ([param, values]) =>
        `\`${param}\`: ${[...values].map((value) => `\`${value}\``).join(" or ")}`,
    )
    const values = answers.map((value) => `\`${value}\``)
    return [`| \`${name}\` | ${listed(asked)} | ${listed(values)} | ${meaning} |`]
  })
  return ["| state | params | must answer | what it is |", "|---|---|---|---|", ...rows].join("\n")
}
