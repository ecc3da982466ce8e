/** A site for the phone's tests: gives PINs, hears notices, answers them as a test wants, and gives instructions. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Clock, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { messageSignature } from "../signed-post.ts"

export const TEST_PHONE_SECRET = "a secret of phone and site"
export const NUMBER = "0906-0000"
export const PIN = "0427"

type Notice = Readonly<Record<string, unknown>> & { readonly kind: string; readonly call: string }

export interface ReceivedNotice {
  readonly body: Notice
  readonly isSigned: boolean
}

export const fakeSite = async () => {
  const heard: Array<ReceivedNotice> = []
  const waiting = new Set<() => void>()
  /** Statuses of the next answers; 200 when there are none. */
  const answers: Array<number> = []
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString()))
    request.on("end", () => {
      const timestamp = String(request.headers["x-phone-timestamp"])
      const expected = messageSignature("phone-notice.v1", TEST_PHONE_SECRET, timestamp, text)
      const isSigned = request.headers["x-phone-signature"] === expected
      const body = JSON.parse(text) as Notice
      heard.push({ body, isSigned })
      const arrival = { pin: PIN, tariffCents: 80, startCents: 45, maxSeconds: 600 }
      response
        .writeHead(answers.shift() ?? 200)
        .end(JSON.stringify(body.kind === "arrived" ? arrival : {}))
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    heard,
    answers,
    url: `http://127.0.0.1:${port}`,
    until: (fits: (notice: Notice) => boolean) =>
      new Promise<Notice>((resolve) => {
        const look = () => {
          const found = heard.find(({ body }) => fits(body))
          if (found === undefined) return
          waiting.delete(look)
          resolve(found.body)
        }
        waiting.add(look)
        look()
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type FakeSite = Awaited<ReturnType<typeof fakeSite>>

export const phoneConfig = (backendUrl: string, file: string | null = null) => ({
  numbers: [{ country: "NL", number: NUMBER, tariffCents: 80, startCents: 45 }],
  secret: Redacted.make(TEST_PHONE_SECRET),
  backendUrl,
  file,
})

/** Nothing is logged, and time passes so many times as fast. */
export const quickTime = (speed: number) => {
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  const monotonic = () => real.monotonicTimeNanosUnsafe() * BigInt(speed)
  const clock: Clock.Clock = Object.assign(Object.create(real) as Clock.Clock, {
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration: Duration.Duration) => real.sleep(Duration.divideUnsafe(duration, speed)),
  })
  return Layer.merge(Logger.layer([]), Layer.succeed(Clock.Clock, clock))
}

export const instruct = (url: string, instruction: object, secret = TEST_PHONE_SECRET) => {
  const body = JSON.stringify({ v: 1, id: "1", ...instruction })
  const timestamp = String(Math.floor(Date.now() / 1_000))
  return fetch(`${url}/phone/instructions`, {
    method: "POST",
    headers: {
      "X-Phone-Timestamp": timestamp,
      "X-Phone-Signature": messageSignature("phone-instruction.v1", secret, timestamp, body),
    },
    body,
  })
}
