/**
 * Verifies a running service's calls against its consumer's pact, one interaction after the other: enter the
 * states, send the request, compare the answer. The requests go over HTTP, unless a service has another transport.
 */
import { type CallTransport, exchange, type FurtherReading, httpTransport } from "./exchange.ts"
import type { HttpInteraction, PactFile } from "./pact-file.ts"
import { type EnterState, enterStates, StateNotEntered } from "./provider-states.ts"
import { missingValues, type ProviderValues, readyRequest } from "./provider-values.ts"
import type { ProviderKey } from "./reproduction.ts"
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
  transport: CallTransport,
  interaction: HttpInteraction,
  furtherReading: FurtherReading | undefined,
): Promise<Found> => {
  const { key, withinMs } = provider
  const states = interaction.providerStates ?? []
  const values = await enterStates(provider.enterState, states, { apiKey: key.value })
  demandValues(interaction, values)
  const request = readyRequest(interaction, values)
  const asked = { request, values }
  const mismatches = await exchange(transport, interaction, asked, { withinMs, furtherReading })
  return { mismatches, reproduction: transport.repetition(request) }
}

/** In sequence, because states belong to the provider and must not mix. */
export const verifyHttp = async (
  provider: ProviderUnderTest,
  pact: PactFile,
  furtherReading?: FurtherReading,
  transport: CallTransport = httpTransport(provider.url, provider.key),
): Promise<Verdict> => {
  const interactions: Array<InteractionVerdict> = []
  for (const interaction of pact.interactions) {
    if (interaction.type !== "Synchronous/HTTP") continue
    interactions.push(
      await timedVerdict(pact, interaction, () =>
        verifyInteraction(provider, transport, interaction, furtherReading),
      ),
    )
  }
  return { provider: pact.provider.name, interactions }
}
