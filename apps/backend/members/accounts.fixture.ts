/** A backend with readable mails, for the tests of accounts. */
import { randomUUID } from "node:crypto"
import { Redacted } from "effect"
import { PASSWORD, testBackend } from "../backend.fixture.ts"
import type { BackendConfigShape } from "../config.ts"
import { testMailServer } from "../mail/mail-server.fixture.ts"

/** Concurrent attempts where only one may succeed. */
export const CONCURRENT_TRIES = 20

export const testAccounts = async (overrides: Partial<BackendConfigShape> = {}) => {
  const mailServer = await testMailServer()
  const backend = await testBackend({
    mail: { smtpUrl: Redacted.make(mailServer.url), from: "service@mail.example" },
    ...overrides,
  })
  const { call } = backend

  /** The token in the `nth` mail to this address with such a link. */
  const tokenIn = async (address: string, action: "validate" | "resetpassword", nth = 1) => {
    let seen = 0
    for (let mail = 1; ; mail++) {
      const { links } = await mailServer.mailTo(address, mail)
      const url = links
        .map((link) => new URL(link))
        .find(({ searchParams }) => searchParams.get("action") === action)
      if (url !== undefined && ++seen === nth) return url.searchParams.get("token") ?? ""
    }
  }

  return {
    ...backend,
    mailServer,
    tokenIn,
    close: async () => {
      await backend.close()
      await mailServer.close()
    },
    /** A new member whose verification mail has arrived. */
    newcomer: async (meta: Record<string, string> = {}, more: Record<string, string> = {}) => {
      const email = `${randomUUID()}@mail.example`
      const body = { email, password: PASSWORD }
      const { id } = (await call("POST", "/member", { body: { ...body, ...more, meta } })).body
      const { token } = (await call("POST", "/login", { body })).body
      const verification = await tokenIn(email, "validate")
      return { id: String(id), email, token: String(token), verification }
    },
    logIn: (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
      call("POST", "/login", { body: { email, password }, headers }),
    logInByLink: (token: string) => call("POST", "/login", { body: { token } }),
    activate: (key: string) => call("POST", "/activate", { body: { key } }),
    forgot: (body: Record<string, string>, address: string = randomUUID()) =>
      call("POST", "/forgot-password", { body, headers: { "X-Client-Address": address } }),
    update: (token: string, memberId: string, data: Record<string, string>) =>
      call("PUT", "/member", { token, body: { memberId, data } }),
    /** Requests another address, with every newcomer's password. */
    askForEmail: (token: string, memberId: string, email: string, password = PASSWORD) =>
      call("PUT", "/member", { token, body: { memberId, data: { email, password } } }),
    statusWith: async (token: string) => (await call("GET", "/credits", { token })).status,
    creditsWith: async (token: string) =>
      (await call("GET", "/credits", { token })).body["credits"],
    /** A reset link's token, taken from the mail. */
    resetLink: async (email: string, nth = 1) => {
      await call("POST", "/forgot-password", {
        body: { email },
        headers: { "X-Client-Address": randomUUID() },
      })
      return tokenIn(email, "resetpassword", nth)
    },
  }
}
export type TestAccounts = Awaited<ReturnType<typeof testAccounts>>

/** A new password, typed twice. */
export const newPassword = (password: string) => ({
  newPassword: password,
  repeatNewPassword: password,
})

export const statuses = (answers: ReadonlyArray<{ readonly status: number }>) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
