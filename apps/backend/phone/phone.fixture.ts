/** A whole backend for tests with a provider that signs notices as a test wants and hears instructions. */
import { randomUUID } from "node:crypto"
import { Redacted, Result } from "effect"
import { testRooms } from "../chat/chat.fixture.ts"
import { readBackendConfig, type BackendConfigShape } from "../config.ts"
import { otherPartyReading } from "../http/other-party.fixture.ts"
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
  const answers: Array<number> = []
  const party = await otherPartyReading<HeardInstruction>({
    answer: () => answers.shift() ?? 200,
    read: (body, headers) => {
      const timestamp = String(headers["x-phone-timestamp"])
      const signature = String(headers["x-phone-signature"])
      const check = { secret: PHONE_SECRET, now: Number(timestamp) * 1_000, maxAgeMs: 0 }
      const isSigned = isSignedMessage(
        "phone-instruction.v1",
        { timestamp, signature, body },
        check,
      )
      return { ...(JSON.parse(body) as Omit<HeardInstruction, "isSigned">), isSigned }
    },
  })
  const { heard } = party
  return {
    ...party,
    /** Statuses of the next answers; 200 when there are none. */
    answers,
    until: async (call: string, kind: string, why?: string) => {
      const fits = (one: HeardInstruction) =>
        one.call === call && one.kind === kind && (why ?? one.why) === one.why
      await party.until(fits)
      return heard.find(fits)
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
