/** A whole backend for tests with a provider that signs notices as a test wants and hears instructions. */
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted, Result } from "effect"
import { testRooms } from "../chat/chat.fixture.ts"
import { readBackendConfig, type BackendConfigShape } from "../config.ts"
import { isSignedMessage, signMessage } from "../http/signed-message.ts"

/** Not in the order of the countries, by which nobody is shown a number. */
const { phone } = Result.getOrThrow(
  readBackendConfig({ PHONE_NUMBERS: "BE:0907-12345:100,NL:0906-1234:80:45" }),
)
export const PHONE_SECRET = Redacted.value(phone.secret)
export const NL_NUMBER = "0906-1234"

export interface HeardInstruction {
  readonly call: string
  readonly kind: string
  readonly why?: string
  readonly isSigned: boolean
}

/** The provider's side of instructions. */
const fakeProvider = async () => {
  const heard: Array<HeardInstruction> = []
  const answers: Array<number> = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      const timestamp = String(request.headers["x-phone-timestamp"])
      const signature = String(request.headers["x-phone-signature"])
      const check = { secret: PHONE_SECRET, now: Number(timestamp) * 1_000, maxAgeMs: 0 }
      const message = { timestamp, signature, body }
      const isSigned = isSignedMessage("phone-instruction.v1", message, check)
      heard.push({ ...(JSON.parse(body) as Omit<HeardInstruction, "isSigned">), isSigned })
      response.writeHead(answers.shift() ?? 200).end("{}")
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    /** Statuses of the next answers; 200 when there are none. */
    answers,
    until: (call: string, kind: string, why?: string) =>
      new Promise<HeardInstruction>((resolve) => {
        const look = () => {
          const found = heard.find(
            (one) => one.call === call && one.kind === kind && (why ?? one.why) === one.why,
          )
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
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

export interface Signing {
  readonly secret?: string
  /** Milliseconds since 1970. */
  readonly at?: number
  /** Signed in place of the body. */
  readonly signed?: string
}

let names = 0
const username = () => `anon${String(++names).padStart(7, "0")}`

export const testPhone = async (
  overrides: Partial<BackendConfigShape> & { readonly hangUpMs?: number } = {},
  time?: Parameters<typeof testRooms>[1],
) => {
  const provider = await fakeProvider()
  const { hangUpMs = phone.hangUpMs, ...others } = overrides
  const rooms = await testRooms(
    {
      phone: { ...phone, url: provider.url, hangUpMs },
      ...others,
    },
    ...(time === undefined ? [] : [time]),
  )
  const { call, url, now } = rooms

  const says = async (notice: Record<string, unknown>, signing: Signing = {}) => {
    const body = JSON.stringify({ v: 1, ...notice })
    const timestamp = String(Math.floor((signing.at ?? now()) / 1_000))
    const secret = signing.secret ?? PHONE_SECRET
    const response = await fetch(`${url}/callbacks/phone`, {
      method: "POST",
      headers: {
        "X-Phone-Timestamp": timestamp,
        "X-Phone-Signature": signMessage(
          "phone-notice.v1",
          secret,
          timestamp,
          signing.signed ?? body,
        ),
      },
      body,
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  /** A call comes in; answers its name at the provider, and its PIN. */
  const arrives = async (number = NL_NUMBER, tariffCents = 80) => {
    const name = `line-${randomUUID()}`
    const answer = await says({ kind: "arrived", call: name, number, tariffCents })
    return { call: name, answer, pin: String(answer.body["pin"]) }
  }

  const openSession = async (country = "NL") =>
    (await call("GET", `/payment/ivr?country=${country}`)).body as {
      readonly session: string
    } & Record<string, unknown>

  const types = (
    session: string,
    pincode: string,
    viewer = "browser-1",
    name = username(),
    address = "192.0.2.1",
  ) =>
    call("POST", "/payment/dial-in", {
      headers: { "X-Client-Address": address },
      body: { username: name, provider: "paynl", pincode, session, viewer, meta: {} },
    })

  const stateOf = (session: string, token: string) =>
    call("GET", `/verify/dial-in?session=${session}`, { token })

  /** A call whose PIN is typed. */
  const accepted = async (viewer = `browser-${randomUUID()}`) => {
    const { session } = await openSession()
    const { call: name, pin } = await arrives()
    const { body } = await types(session, pin, viewer)
    return {
      session,
      call: name,
      pin,
      viewer,
      token: String(body["token"]),
      username: String(body["username"]),
    }
  }

  /** A call that pays. */
  const talking = async () => {
    const made = await accepted()
    await says({ kind: "connected", call: made.call })
    return made
  }

  return {
    ...rooms,
    provider,
    says,
    arrives,
    openSession,
    types,
    stateOf,
    accepted,
    talking,
    close: async () => {
      await rooms.close()
      provider.close()
    },
  }
}
export type TestPhone = Awaited<ReturnType<typeof testPhone>>
