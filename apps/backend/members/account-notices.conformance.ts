/** Which mails inform a member of log-ins and purchases, on every database. */
import { beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import { type TestAccounts } from "./accounts.fixture.ts"

export const accountNoticesConformance = (name: string, running: () => TestAccounts) => {
  let accounts: TestAccounts
  beforeAll(() => {
    accounts = running()
  })

  describe(`notices on ${name}`, () => {
    it("are mailed for a log-in from an unknown browser, and for no other", async () => {
      const { email } = await accounts.newcomer()
      const from = (agent: string) => accounts.logIn(email, PASSWORD, { "X-Client-Agent": agent })
      const phone = (version: string) =>
        `Mozilla/5.0 (Android 15; Mobile; rv:${version}) Gecko/${version} Firefox/${version}`
      await from(phone("141.0"))
      await from(phone("142.0"))
      await from("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15")
      const notice = await accounts.mailServer.mailTo(email, 3)
      expect(notice.links).toEqual([])
      const told = accounts.mailServer.mails.filter(({ to }) => to.includes(email))
      // The verification, then the phone after the first browser, then the desktop after the phone.
      expect(told).toHaveLength(3)
    })

    it("are mailed for a purchase, once, however often the bank reports it", async () => {
      const payer = (await accounts.enter("an open payment session")) as {
        readonly email: string
        readonly sessionId: string
      }
      const notice = { transactionId: `tx_${payer.sessionId}`, amountCents: 495 } as const
      for (let time = 0; time < 3; time++) {
        await accounts.bankSays({ ...notice, sessionId: payer.sessionId, status: "paid" })
      }
      const mail = await accounts.mailServer.mailTo(payer.email)
      expect(mail.text).toContain(notice.transactionId)
      // A later mail to another member has arrived, so a second one would have arrived too.
      await accounts.newcomer()
      expect(accounts.mailServer.mails.filter(({ to }) => to.includes(payer.email))).toHaveLength(1)
    })
  })
}
