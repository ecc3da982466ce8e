import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Context, Effect, Exit, Layer, Result, Scope } from "effect"
import { io } from "socket.io-client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { KEY, testBackend, type TestBackend } from "../backend.fixture.ts"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { BackendIds } from "../ids.ts"
import type { StoredMember } from "../members/member.ts"
import { CallTokens } from "../members/call-tokens.ts"
import { Tokens } from "../members/tokens.ts"
import { DELIVERY_HOLD_MS } from "../outbox/relay.ts"
import { CONFIRMED_AFTER_MS } from "../outbox/deliveries.ts"
import { memberHandshake } from "../members/socket-handshake.ts"
import { MemberSocketServer } from "./member-sockets.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const refusalOf = (auth: Record<string, unknown>) =>
  new Promise<string>((resolve) => {
    const socket = io(backend.url, { transports: ["websocket"], forceNew: true, auth })
    socket.once("connect_error", (error) => {
      socket.disconnect()
      resolve(error.message)
    })
  })

describe("the member socket", () => {
  it("accepts the gateway's key with a member's token, over websocket", async () => {
    const { token } = await backend.member()
    const { socket } = await backend.listen(token)
    expect(socket.io.engine.transport.name).toBe("websocket")
    socket.disconnect()
    const polling = await fetch(`${backend.url}/socket.io/?EIO=4&transport=polling`)
    expect(polling.status).toBe(400)
  })

  it("refuses all others with the label of the refusal", async () => {
    const { token } = await backend.member()
    const gone = await backend.enter("a logged-in member", { deleted: true })
    expect(await refusalOf({ token })).toBe("apiKeyRefused")
    expect(await refusalOf({ token, key: "wrong" })).toBe("apiKeyRefused")
    expect(await refusalOf({ token: "x", key: KEY })).toBe("unauthorized")
    expect(await refusalOf({ token: { $gt: "" }, key: KEY })).toBe("unauthorized")
    expect(await refusalOf({ token: gone.token, key: KEY })).toBe("forbidden")
  })

  it("sends a member's events to all of that member's connections and to nobody else", async () => {
    const payer = await backend.enter("an open payment session")
    const [one, two] = [await backend.listen(payer.token), await backend.listen(payer.token)]
    const stranger = await backend.listen((await backend.member()).token)
    const notice = { transactionId: "tx_rooms", amountCents: 495, status: "paid" } as const
    await backend.bankSays({ ...notice, sessionId: payer.sessionId })
    await Promise.all([one.until(2), two.until(2)])
    expect(one.heard).toEqual(two.heard)
    expect(stranger.heard).toEqual([])
    for (const { socket } of [one, two, stranger]) socket.disconnect()
  })

  it("delivers in order what happened while the member was away for a moment [WALLET-47]", async () => {
    const payer = await backend.enter("a paid payment session")
    const listener = await backend.listen(payer.token)
    await listener.until(2)
    expect(listener.heard.map(([name]) => name)).toEqual(["bundle-bought", "updated-credits"])
    listener.socket.disconnect()
  })

  it("delivers again what it sent to a connection that broke at once, and not once a connection lasted", async () => {
    const payer = await backend.enter("a paid payment session")
    const broken = await backend.listen(payer.token)
    await broken.until(2)
    broken.socket.disconnect()
    const again = await backend.listen(payer.token)
    await again.until(2)
    expect(again.heard).toEqual(broken.heard)

    // Long enough for the other events too.
    backend.forward(DELIVERY_HOLD_MS + CONFIRMED_AFTER_MS)
    await expect
      .poll(async () => (await backend.call("GET", "/health/ready")).body, { timeout: 10_000 })
      .toMatchObject({ outbox: { untold: 0 } })
    again.socket.disconnect()
    const third = await backend.listen(payer.token)
    const event = { memberId: payer.memberId, event: "setCredits" }
    await backend.enter("an event for the member", event)
    await third.until(1)
    expect(third.heard.map(([name]) => name)).toEqual(["setCredits"])
    third.socket.disconnect()
  })

  it("closes a connection when its token expires", async () => {
    const short = await testBackend({ tokenTtlMs: 3_600_000 })
    const { token } = await short.member()
    const { socket } = await short.listen(token)
    const ended = new Promise<string>((resolve) => {
      socket.once("disconnect", resolve)
    })
    short.forward(3_600_000 + 1_000)
    expect(await ended).toBe("io server disconnect")
    socket.disconnect()
    await short.close()
  })
})

/** A database with one member, whose first read waits until the test releases it. */
const slowDatabase = (id: string) => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let readings = 0
  const member = (token_version: number): StoredMember => ({
    id,
    email: "m@mail.example",
    username: "m",
    verified: true,
    deleted: false,
    pending_email: null,
    pending_email_until: null,
    lang: "nl",
    lander: null,
    end_user_text: null,
    brand: "foldcast",
    token_version,
  })
  const read = async () => {
    readings += 1
    if (readings > 1) return [member(2)]
    asked.resolve()
    await answered.promise
    return [member(1)]
  }
  const database = SqlDatabase.of({
    driver: "PGlite",
    query: () => Effect.promise(read) as never,
    transaction: () => Effect.die("nothing is written here"),
  })
  return { database, asked: asked.promise, answer: answered.resolve }
}

describe("a connection whose token is revoked while it is being accepted", () => {
  it("ends, although it did not exist yet when the others were ended", async () => {
    const config = Result.getOrThrow(readBackendConfig({}))
    const slow = slowDatabase("m_1")
    const scope = Scope.makeUnsafe()
    const services = MemberSocketServer.layer(memberHandshake).pipe(
      Layer.provideMerge(
        Tokens.layer({ secrets: config.tokenSecrets, ttlMs: 3_600_000, sessionMs: 3_600_000 }),
      ),
      Layer.provideMerge(CallTokens.layer(config.tokenSecrets)),
      Layer.provideMerge(
        Layer.mergeAll(
          Layer.succeed(SqlDatabase, slow.database),
          Layer.succeed(BackendConfig, config),
          BackendIds.layer,
        ),
      ),
    )
    const built = await Effect.runPromise(Scope.provide(Layer.build(services), scope))
    const sockets = Context.get(built, MemberSocketServer)
    const bearer = { id: "m_1", token_version: 1 }
    const token = await Effect.runPromise(Context.get(built, Tokens).issue(bearer))
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
    sockets.io.attach(server)
    const { port } = server.address() as AddressInfo
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ["websocket"],
      forceNew: true,
      auth: { token, key: KEY },
    })
    const ended = new Promise<string>((resolve) => {
      socket.once("disconnect", resolve)
    })
    await slow.asked
    // The change is stored and connected sockets are closed; this socket is not connected yet.
    await Effect.runPromise(sockets.endAt("m_1", 0))
    slow.answer()
    expect(await ended).toBe("io server disconnect")
    socket.disconnect()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    server.close()
  })
})
