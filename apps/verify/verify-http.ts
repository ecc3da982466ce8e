/**
 * Verifies a running HTTP service against its consumer's pact, one interaction after the other: enter the
 * states, send the request, compare the answer.
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
  readonly key: ProviderKey
  readonly enterState: EnterState
  /** Milliseconds for an answer; by default the gateway's own time-out. */
  readonly withinMs?: number
}

/**
 * Without a value that its states must return, the request would ask for something else and could break no
 * contract.
 */
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

/** In sequence, because states belong to the provider and must not mix. */
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
