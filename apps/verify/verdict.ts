/** The results of a verification. */
import type { Mismatch } from "./matching.ts"
import type { PactFile } from "./pact-file.ts"
import { StateNotEntered } from "./provider-states.ts"

/** The result of one interaction. */
export interface Found {
  readonly mismatches: ReadonlyArray<Mismatch>
  /** The command line that repeats the request; null without one. */
  readonly reproduction: string | null
}

export interface InteractionVerdict extends Found {
  readonly consumer: string
  readonly description: string
  readonly states: ReadonlyArray<string>
  /** False: no request was sent, and the mismatches name the state that the hook did not enter. */
  readonly statesEntered: boolean
  readonly milliseconds: number
}

export interface Verdict {
  readonly provider: string
  readonly interactions: ReadonlyArray<InteractionVerdict>
}

/** Runs `verify` for an interaction; a state that is not entered becomes a mismatch. */
export const timedVerdict = async (
  { consumer }: PactFile,
  interaction: PactFile["interactions"][number],
  verify: () => Promise<Found>,
): Promise<InteractionVerdict> => {
  const started = performance.now()
  let statesEntered = true
  const found = await verify().catch((error: unknown): Found => {
    if (!(error instanceof StateNotEntered)) throw error
    statesEntered = false
    const { state, expected, actual, reproduction } = error
    return { mismatches: [{ path: `state "${state}"`, expected, actual }], reproduction }
  })
  return {
    consumer: consumer.name,
    description: interaction.description,
    states: (interaction.providerStates ?? []).map(({ name }) => name),
    statesEntered,
    ...found,
    milliseconds: performance.now() - started,
  }
}

export const failuresOf = ({ interactions }: Verdict): ReadonlyArray<InteractionVerdict> =>
  interactions.filter(({ mismatches }) => mismatches.length > 0)

/** The exit codes of a verification. */
export const EXIT = { kept: 0, broken: 1, notVerified: 2 } as const
