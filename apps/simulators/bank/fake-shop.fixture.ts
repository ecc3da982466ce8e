/** A site for the bank's tests: signs orders, hears callbacks, and answers them as a test wants. */
import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import { messageSignature } from "../signed-post.ts"
import type { PaymentOrder } from "./order.ts"

export const TEST_BANK_SECRET = "a secret of bank and site"

export interface ReceivedCallback {
  readonly body: Readonly<Record<string, unknown>>
  readonly signed: boolean
}

export const fakeShop = async () => {
  const heard: Array<ReceivedCallback> = []
  const waiting: Array<{ readonly count: number; readonly resolve: () => void }> = []
  const answers: Array<number> = []
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString()))
    request.on("end", () => {
      const timestamp = String(request.headers["x-bank-timestamp"])
      const signed =
        request.headers["x-bank-signature"] ===
          messageSignature("callback.v1", TEST_BANK_SECRET, timestamp, text) &&
        Math.abs(Date.now() / 1_000 - Number(timestamp)) < 60
      heard.push({ body: JSON.parse(text) as Record<string, unknown>, signed })
      response.writeHead(answers.shift() ?? 200).end("{}")
      for (const { count, resolve } of waiting) if (heard.length >= count) resolve()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  const callbackUrl = `http://127.0.0.1:${port}/callbacks/bank`
  return {
    heard,
    /** Statuses of the next answers; 200 when there are none. */
    answers,
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (heard.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    order: (sessionId: string, more: Partial<PaymentOrder> = {}): string => {
      const order: PaymentOrder = {
        v: 1,
        sessionId,
        amountCents: 2_375,
        currency: "EUR",
        merchant: "Foldcast",
        description: "1.620 credits",
        method: "iDEAL | Wero",
        lang: "nl",
        returnUrl: "https://site.example/nl/profile/anna?p=1",
        callbackUrl,
        exp: Math.floor(Date.now() / 1_000) + 3_600,
        ...more,
      }
      const payload = Buffer.from(JSON.stringify(order)).toString("base64url")
      const mac = createHmac("sha256", TEST_BANK_SECRET)
        .update(`order.v1.${payload}`)
        .digest("base64url")
      return `${payload}.${mac}`
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type FakeShop = Awaited<ReturnType<typeof fakeShop>>

export const testSimulatorsConfig = (bankFile: string | null = null) => ({
  host: "127.0.0.1",
  port: 0,
  smtpPort: 0,
  bankSecret: Redacted.make(TEST_BANK_SECRET),
  bankFile,
  returnFirstMs: 100,
  desk: null,
  phone: null,
})
