/**
 * Verifies a running service of HTTP calls and states against the pact of its consumer, interaction by interaction:
 * enter the states, send the request, compare the answer.
 */
import { exchange, type FurtherReading } from "./exchange.ts"
import type { HttpInteraction, PactFile } from "./pact-file.ts"
import { type EnterState, enterStates, StateNotEntered } from "./provider-states.ts"
import { missingValues, type ProviderValues, readyRequest } from "./provider-values.ts"
import { type ProviderKey, reproduction } from "./reproduction.ts"
import { type Found, type InteractionVerdict, timedVerdict, type Verdict } from "./verdict.ts"

export interface ProviderUnderTest {
  /** Without a trailing slash. */
  readonly url: string
  /** The key that the consumer shows. */
  readonly key: ProviderKey
  readonly enterState: EnterState
  /** For an answer; left out, as long as the gateway waits. */
  readonly withinMs?: number
}

/** A request that lacks what its states must answer asks for something else, and breaks no contract. */
const demandValues = (interaction: HttpInteraction, values: ProviderValues): void => {
  const missing = missingValues(interaction, values)
  if (missing.length === 0) return
  throw new StateNotEntered({
    state: (interaction.providerStates ?? []).map(({ name }) => name).join(", then "),
    expected: `the value ${missing.join(" and ")}`,
    actual: "an answer without it",
    reproduction: null,
  })
}

const verifyInteraction = async (
  provider: ProviderUnderTest,
  interaction: HttpInteraction,
  furtherReading: FurtherReading | undefined,
): Promise<Found> => {
  const { key, withinMs } = provider
  const states = interaction.providerStates ?? []
  const values = await enterStates(provider.enterState, states, { apiKey: key.value })
  demandValues(interaction, values)
  const request = readyRequest(interaction, values)
  const asked = { request, values }
  const mismatches = await exchange(provider.url, interaction, asked, { withinMs, furtherReading })
  return { mismatches, reproduction: reproduction(provider.url, request, key) }
}

/** One interaction after the other: states are the provider's own and must not mix. */
export const verifyHttp = async (
  provider: ProviderUnderTest,
  pact: PactFile,
  furtherReading?: FurtherReading,
): Promise<Verdict> => {
  const interactions: Array<InteractionVerdict> = []
  for (const interaction of pact.interactions) {
    if (interaction.type !== "Synchronous/HTTP") continue
    interactions.push(
      await timedVerdict(pact, interaction, () =>
        verifyInteraction(provider, interaction, furtherReading),
      ),
    )
  }
  return { provider: pact.provider.name, interactions }
}
