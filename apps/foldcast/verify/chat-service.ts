/**
 * Verifies a chat service: every event of its socket by its consumer's pact, and two scripted runs in a room,
 * an evening and paid time that stands, by the rules of event order. Its HTTP calls are verified with the
 * performer service and the member API.
 */
import type { PactFile } from "@foldcast/verify/pact-file"
import { verifyEvening } from "@foldcast/verify/room-evening"
import { verifyUnseenPicture } from "@foldcast/verify/unseen-picture"
import { timedVerdict, type Verdict } from "@foldcast/verify/verdict"
import type { ProviderUnderTest } from "@foldcast/verify/verify-http"
import { LOBBY, verifySocket } from "@foldcast/verify/verify-socket"

/** The scripted runs, in order. */
const PLAYS = [
  ["the course of an evening in a room", verifyEvening],
  ["paid time that stands while its viewer sees no picture", verifyUnseenPicture],
] as const

export const verifyChatService = async (
  provider: ProviderUnderTest,
  pact: PactFile,
): Promise<Verdict> => {
  const verdict = await verifySocket(provider, pact, LOBBY)
  const interactions = [...verdict.interactions]
  for (const [description, play] of PLAYS) {
    const course = {
      type: "Asynchronous/Messages" as const,
      description,
      contents: { content: null, contentType: "application/json" },
    }
    interactions.push(await timedVerdict(pact, course, () => play(provider)))
  }
  return { ...verdict, interactions }
}
