/** What a verification found. */
import type { Mismatch } from "./matching.ts"
import type { PactFile } from "./pact-file.ts"
import { StateNotEntered } from "./provider-states.ts"

/** What one interaction showed. */
export interface Found {
  readonly mismatches: ReadonlyArray<Mismatch>
  /** The line that repeats what was asked; null where no line can. */
  readonly reproduction: string | null
}

export interface InteractionVerdict extends Found {
  readonly consumer: string
  readonly description: string
  readonly states: ReadonlyArray<string>
  /** False: nothing was asked, and the mismatches say which state the hook did not enter. */
  readonly statesEntered: boolean
  readonly milliseconds: number
}

export interface Verdict {
  readonly provider: string
  readonly interactions: ReadonlyArray<InteractionVerdict>
}

/** What `verify` finds of an interaction; a state that is not entered is found too. */
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

/** How a verification ends as a process. */
export const EXIT = { kept: 0, broken: 1, notVerified: 2 } as const
