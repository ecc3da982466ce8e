/**
 * Verifies a chat service: every event of its socket by the pact of its consumer, and the course of a short
 * evening by the rules of what comes before what. Its HTTP calls are verified with the performer service and the
 * member API. Called by services.ts.
 */
import type { PactFile } from "@foldcast/verify/pact-file"
import { verifyEvening } from "@foldcast/verify/room-evening"
import { timedVerdict, type Verdict } from "@foldcast/verify/verdict"
import type { ProviderUnderTest } from "@foldcast/verify/verify-http"
import { LOBBY, verifySocket } from "@foldcast/verify/verify-socket"

const EVENING = "the course of an evening in a room"

export const verifyChatService = async (
  provider: ProviderUnderTest,
  pact: PactFile,
): Promise<Verdict> => {
  const verdict = await verifySocket(provider, pact, LOBBY)
  const course = {
    type: "Asynchronous/Messages" as const,
    description: EVENING,
    contents: { content: null, contentType: "application/json" },
  }
  const evening = await timedVerdict(pact, course, () => verifyEvening(provider))
  return { ...verdict, interactions: [...verdict.interactions, evening] }
}
