/**
 * Verifies a running member API against the pact of its consumer, interaction by interaction: enter the
 * states, send the request, compare the answer. Callers: apps/foldcast/verify.ts, test/contracts.
 */
import { exchange, reproduction } from "./exchange.ts"
import type { HttpInteraction, PactFile } from "./pact-file.ts"
import { type EnterState, enterStates } from "./provider-states.ts"
import { readyRequest } from "./provider-values.ts"
import type { InteractionVerdict, Verdict } from "./verdict.ts"

export interface ProviderUnderTest {
  /** Without a trailing slash. */
  readonly url: string
  /** The key that the consumer shows. */
  readonly key: string
  readonly enterState: EnterState
}

const verifyInteraction = async (
  provider: ProviderUnderTest,
  consumer: string,
  interaction: HttpInteraction,
): Promise<InteractionVerdict> => {
  const started = performance.now()
  const states = interaction.providerStates ?? []
  const values = await enterStates(provider.enterState, states, { apiKey: provider.key })
  const request = readyRequest(interaction, values)
  const mismatches = await exchange(provider.url, interaction, request)
  return {
    consumer,
    description: interaction.description,
    states: states.map(({ name }) => name),
    mismatches,
    reproduction: reproduction(provider.url, request, provider.key),
    milliseconds: performance.now() - started,
  }
}

/** One interaction after the other: states are the provider's own and must not mix. */
export const verifyMemberApi = async (
  provider: ProviderUnderTest,
  pact: PactFile,
): Promise<Verdict> => {
  const interactions: Array<InteractionVerdict> = []
  for (const interaction of pact.interactions) {
    if (interaction.type !== "Synchronous/HTTP") continue
    interactions.push(await verifyInteraction(provider, pact.consumer.name, interaction))
  }
  return { provider: pact.provider.name, interactions }
}
