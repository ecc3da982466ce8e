/**
 * A whole backend for tests, on loopback, with its own database: its REST calls, its sockets, its bank, and a
 * clock that tests can advance.
 */
import { randomUUID } from "node:crypto"
import { Clock, Duration, Effect, Exit, Layer, Redacted, Result, Scope } from "effect"
import { io, type Socket } from "socket.io-client"
import { type RunningBackend, startBackend } from "./backend.ts"
import { type BackendConfigShape, readBackendConfig } from "./config.ts"
import { clockTelling } from "@foldcast/clock/steady-clock"
import { migratedDatabase } from "./db/migrated-database.fixture.ts"
import { BackendIds } from "./ids.ts"
import { silentLayer } from "./logging.ts"
import { signMessage } from "./http/signed-message.ts"

export const PASSWORD = "secret-1"

const base = Result.getOrThrow(readBackendConfig({}))
export const KEY = Redacted.value(base.memberApiKey)
export const BANK_SECRET = Redacted.value(base.bank.secret)

export interface CallAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

export interface CallOptions {
  readonly token?: string
  /** Null sends no key. */
  readonly key?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface SentNotice {
  readonly sessionId: string
  readonly transactionId: string
  readonly amountCents: number
  readonly status: "paid" | "failed" | "refunded"
  readonly reasonCode?: number
}

/** The machine's clock, which a test can advance. */
export const shiftedClock = () => {
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  let shiftMs = 0
  const millis = () => real.currentTimeMillisUnsafe() + shiftMs
  const clock = clockTelling(millis, real)
  return { clock, forward: (ms: number) => (shiftMs += ms), now: millis }
}

export const makeCall =
  (url: string) =>
  async (method: string, path: string, ask: CallOptions = {}): Promise<CallAnswer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(ask.key !== null && { "X-Api-Key": ask.key ?? KEY }),
        ...(ask.token !== undefined && { Authorization: `Bearer ${ask.token}` }),
        ...(ask.body !== undefined && { "Content-Type": "application/json" }),
        ...ask.headers,
      },
      ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
    })
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, body, headers: response.headers }
  }

/** The bank's notice at `now`, with a given signature or a valid one. */
export const signedNotice = (notice: SentNotice, now: number) => {
  const body = JSON.stringify({ v: 1, currency: "EUR", ...notice })
  const timestamp = String(Math.floor(now / 1_000))
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "X-Bank-Timestamp": timestamp,
      "X-Bank-Signature": signMessage("callback.v1", BANK_SECRET, timestamp, body),
    },
  }
}

export interface Listener {
  readonly socket: Socket
  /** Everything received so far, in order. */
  readonly heard: ReadonlyArray<readonly [string, Record<string, unknown>]>
  /** Resolves after that many events. */
  readonly until: (count: number) => Promise<void>
}

export const listen = async (url: string, token: string): Promise<Listener> => {
  const socket = io(url, { transports: ["websocket"], forceNew: true, auth: { token, key: KEY } })
  const heard: Array<readonly [string, Record<string, unknown>]> = []
  const waiting: Array<{ readonly count: number; readonly resolve: () => void }> = []
  socket.onAny((name: string, payload: Record<string, unknown>) => {
    heard.push([name, payload])
    for (const { count, resolve } of waiting) if (heard.length >= count) resolve()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve)
    socket.once("connect_error", reject)
  })
  return {
    socket,
    heard,
    until: (count) =>
      new Promise((resolve) => {
        if (heard.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}

/** A clock that runs `speed` times as fast, and whose wall clock a test can move. */
export const quickClock = (speed: number) => {
  const { clock: shifted, ...time } = shiftedClock()
  const monotonic = () => shifted.monotonicTimeNanosUnsafe() * BigInt(speed)
  const clock: Clock.Clock = Object.assign(Object.create(shifted) as Clock.Clock, {
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration: Duration.Duration) => shifted.sleep(Duration.divideUnsafe(duration, speed)),
  })
  return { ...time, clock }
}

export const testBackend = async (
  overrides: Partial<BackendConfigShape> = {},
  time: ReturnType<typeof shiftedClock> = shiftedClock(),
) => {
  const scope = Scope.makeUnsafe()
  const backend: RunningBackend = await startBackend(
    {
      ...base,
      port: 0,
      database:
        overrides.database ?? (await Effect.runPromise(Scope.provide(migratedDatabase, scope))),
      demo: false,
      providerStates: true,
      deletedAccountsFile: null,
      mail: { smtpUrl: null, from: null },
      pictures: { directory: null, maxBytes: 0, atOnce: 2 },
      hashConcurrency: 2,
      // All test clients share one address.
      limits: { ...base.limits, takenAddressAnswersPerAddress: { count: 1_000, withinMs: 1_000 } },
      ...overrides,
    },
    Layer.mergeAll(BackendIds.layer, silentLayer, Layer.succeed(Clock.Clock, time.clock)),
  )
  const call = makeCall(backend.url)
  const enter = async (state: string, params: Record<string, unknown> = {}) => {
    const { body } = await call("POST", "/_states", { body: { state, params } })
    return body as Record<"memberId" | "email" | "password" | "token" | "sessionId", string>
  }
  return {
    ...time,
    url: backend.url,
    close: async () => {
      await backend.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    },
    call,
    enter,
    /** Registers a new member over the ordinary calls. */
    member: async () => {
      const email = `${randomUUID()}@mail.example`
      const body = { email, password: PASSWORD }
      const { id } = (await call("POST", "/member", { body: { ...body, meta: {} } })).body
      const { token } = (await call("POST", "/login", { body })).body
      return { id: String(id), email, token: String(token) }
    },
    bankSays: async (notice: SentNotice) => {
      const { body, headers } = signedNotice(notice, time.now())
      const response = await fetch(`${backend.url}/callbacks/bank`, {
        method: "POST",
        headers,
        body,
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    listen: (token: string) => listen(backend.url, token),
  }
}
export type TestBackend = Awaited<ReturnType<typeof testBackend>>
