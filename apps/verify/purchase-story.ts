/**
 * Runs a purchase at a running member API and checks the order of its steps: the session is opened, the bank's money is
 * told, and then the credits. The state hook acts for the bank.
 */
import { playedBy, PlayedRun, text } from "./played-run.ts"
import { type Story, storyMismatches } from "./story.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"
import { MEMBER_SOCKET } from "./verify-socket.ts"

export type PurchaseStep = "opened" | "bought" | "credited"

export const PURCHASE: Story<PurchaseStep> = {
  needs: { bought: ["opened"], credited: ["bought"] },
  ends: { credited: [] },
  once: ["opened", "bought", "credited"],
  whole: ["opened", "bought", "credited"],
}

const play = async (run: PlayedRun<PurchaseStep>): Promise<void> => {
  const { token: ofMember, email } = await run.enter("a logged-in member", {})
  const { bundleId, paymentMethod } = await run.enter("a wallet on offer", {})
  const token = text(ofMember)
  const opened = await run.call(
    "POST",
    "/payment/session",
    {
      bundle: text(bundleId),
      paymentMethod: text(paymentMethod),
      returnUrl: "https://site.example/",
      device: "desktop",
      lang: "en",
      member: { username: "the-verifier", email: text(email) },
    },
    token,
  )
  run.tell("opened")
  const sessionId = text(opened["sessionId"])
  const { namespace, handshake } = MEMBER_SOCKET
  await run.connect({ namespace, handshake, value: token }, (name, payload) => {
    if (name === "bundle-bought" && payload["sessionId"] === sessionId) run.tell("bought")
    if (name === "updated-credits") run.tell("credited")
  })
  await run.enter("a paid payment session", { sessionId })
  for (const step of ["bought", "credited"] as const) {
    await run.untilStep(step, (one) => one === step, { path: "event" })
  }
}

export const verifyPurchaseStory = (provider: ProviderUnderTest): Promise<Found> =>
  playedBy(new PlayedRun<PurchaseStep>(provider), play, (course) =>
    storyMismatches(PURCHASE, course),
  )
