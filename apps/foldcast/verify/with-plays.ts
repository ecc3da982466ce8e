/** What is played at a running service, beside the interactions of its contract. */
import type { PactFile } from "@foldcast/verify/pact-file"
import { type Found, timedVerdict, type Verdict } from "@foldcast/verify/verdict"
import type { ProviderUnderTest } from "@foldcast/verify/verify-http"

export type Play = readonly [
  description: string,
  play: (provider: ProviderUnderTest) => Promise<Found>,
]

/** The verdict with those of the plays, in order. */
export const withPlays = async (
  verdict: Verdict,
  { provider, pact }: { readonly provider: ProviderUnderTest; readonly pact: PactFile },
  plays: ReadonlyArray<Play>,
): Promise<Verdict> => {
  const interactions = [...verdict.interactions]
  for (const [description, play] of plays) {
    const course = {
      type: "Asynchronous/Messages" as const,
      description,
      contents: { content: null, contentType: "application/json" },
    }
    interactions.push(await timedVerdict(pact, course, () => play(provider)))
  }
  return { ...verdict, interactions }
}
