/**
 * Verifies a running member API, or any other service of HTTP calls and states, against the pact of its
 * consumer, interaction by interaction: enter the states, send the request, compare the answer.
 * Callers: apps/foldcast/verify.ts, test/contracts.
 */
import { exchange, type FurtherReading, reproduction } from "./exchange.ts"
import type { HttpInteraction, PactFile } from "./pact-file.ts"
import { type EnterState, enterStates, SetUpFailed } from "./provider-states.ts"
import { missingValues, type ProviderValues, readyRequest } from "./provider-values.ts"
import type { InteractionVerdict, Verdict } from "./verdict.ts"

export interface ProviderUnderTest {
  /** Without a trailing slash. */
  readonly url: string
  /** The key that the consumer shows. */
  readonly key: string
  readonly enterState: EnterState
  /** For an answer; left out, `EXCHANGE_TIMEOUT_MS`. */
  readonly withinMs?: number
}

/** A request that lacks what its states must answer asks for something else, and breaks no contract. */
const demandValues = (interaction: HttpInteraction, values: ProviderValues): void => {
  const missing = missingValues(interaction, values)
  if (missing.length === 0) return
  const states = (interaction.providerStates ?? []).map(({ name }) => `"${name}"`).join(", then ")
  throw new SetUpFailed({
    detail: `the state hook must answer ${missing.join(" and ")} to ${states}, for "${interaction.description}"`,
  })
}

const verifyInteraction = async (
  provider: ProviderUnderTest,
  consumer: string,
  interaction: HttpInteraction,
  furtherReading: FurtherReading | undefined,
): Promise<InteractionVerdict> => {
  const started = performance.now()
  const states = interaction.providerStates ?? []
  const values = await enterStates(provider.enterState, states, { apiKey: provider.key })
  demandValues(interaction, values)
  const request = readyRequest(interaction, values)
  const { withinMs } = provider
  const mismatches = await exchange(provider.url, interaction, request, {
    withinMs,
    furtherReading,
  })
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
  furtherReading?: FurtherReading,
): Promise<Verdict> => {
  const interactions: Array<InteractionVerdict> = []
  for (const interaction of pact.interactions) {
    if (interaction.type !== "Synchronous/HTTP") continue
    interactions.push(
      await verifyInteraction(provider, pact.consumer.name, interaction, furtherReading),
    )
  }
  return { provider: pact.provider.name, interactions }
}
