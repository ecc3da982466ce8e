/**
 * Verifies a chat service: every event of its socket by its consumer's pact, and two scripted runs in a room,
 * an evening and paid time that stands, by the rules of event order. Its HTTP calls are verified with the
 * performer service and the member API.
 */
import type { PactFile } from "@foldcast/verify/pact-file"
import { verifyEvening } from "@foldcast/verify/room-evening"
import { verifyUnseenPicture } from "@foldcast/verify/unseen-picture"
import type { Verdict } from "@foldcast/verify/verdict"
import type { ProviderUnderTest } from "@foldcast/verify/verify-http"
import { LOBBY, verifySocket } from "@foldcast/verify/verify-socket"
import { type Play, withPlays } from "./with-plays.ts"

const PLAYS: ReadonlyArray<Play> = [
  ["the course of an evening in a room", verifyEvening],
  ["paid time that stands while its viewer sees no picture", verifyUnseenPicture],
]

export const verifyChatService = async (
  provider: ProviderUnderTest,
  pact: PactFile,
): Promise<Verdict> =>
  withPlays(await verifySocket(provider, pact, LOBBY), { provider, pact }, PLAYS)
