/** The states that the pacts require of a service's state hook match the table in docs/verifying.md. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import {
  PROVIDER_STATES,
  type ProviderStateName,
} from "@foldcast/contracts/upstream/provider-states"
import { readPact } from "@foldcast/verify/pact-file"
import { missingValues } from "@foldcast/verify/provider-values"

const interactions = readdirSync("pacts")
  .filter((file) => file.startsWith("gateway-"))
  .flatMap((file) => readPact(join("pacts", file)).interactions)

const answersOf = (name: string): ReadonlyArray<string> =>
  Object.hasOwn(PROVIDER_STATES, name) ? PROVIDER_STATES[name as ProviderStateName].answers : []

it("the list of states has every declared state and no other", () => {
  const named = interactions.flatMap(({ providerStates = [] }) => providerStates)
  expect([...new Set(named.map(({ name }) => name))].toSorted()).toEqual(
    Object.keys(PROVIDER_STATES).toSorted(),
  )
})

it("a request contains no value that none of its states answers", () => {
  const unanswered = interactions.flatMap((interaction) => {
    if (interaction.type !== "Synchronous/HTTP") return []
    const states = (interaction.providerStates ?? []).flatMap(({ name }) => answersOf(name))
    const values = Object.fromEntries(["apiKey", ...states].map((value) => [value, "x"]))
    return missingValues(interaction, values).map((value) => `${interaction.description}: ${value}`)
  })
  expect(unanswered).toEqual([])
})
