/** A viewer's own camera over real sockets: who may publish it, who may watch it, and what cuts it. */
import { Redacted } from "effect"
import { SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestRooms, testRooms } from "../chat/chat.fixture.ts"
import { cuttingEngine, HOOK_KEY, mediaOf } from "./cutting-engine.fixture.ts"

const DESK_KEY = "the key of desk and backend"
const engine = cuttingEngine()

let rooms: TestRooms
let connections = 0
let desks = 0
beforeAll(async () => {
  const media = mediaOf(await engine.start())
  rooms = await testRooms({ media, deskKey: Redacted.make(DESK_KEY) })
})
afterAll(async () => {
  await rooms.close()
  engine.stop()
})

const hook = (path: string, body: unknown) =>
  rooms.call("POST", path, {
    key: null,
    headers: { Authorization: `Bearer ${HOOK_KEY}` },
    body,
  })
const asks = async (action: "publish" | "read", { token, path }: Record<string, unknown>) => {
  connections += 1
  const id = `cam-connection-${connections}`
  const asked = { token, action, path, protocol: "webrtc", id, ip: "", query: "" }
  return { id, status: (await hook("/media/authorise", asked)).status }
}
const told = (kind: "published" | "unpublished", path: unknown) =>
  hook("/media/events", { kind, path })
const camBack = (auth: unknown) => rooms.call("POST", "/chat/cam-back", { body: { auth } })

/** A member in private; `shows` turns the camera on. */
const inPrivate = async (shows = true) => {
  const { performerId } = await rooms.performer()
  return { ...(await joins(performerId, shows)), performerId }
}
const joins = async (performerId: string, shows = true) => {
  const member = (await rooms.memberWith(1_000))["token"]
  const { token: auth, session } = (await rooms.join(member, performerId)).body
  const line = await rooms.session(String(auth))
  rooms.present(line)
  await line.until("custom", ({ name }) => name === "paid-time-started")
  if (shows) line.socket.emit("custom", { name: "camback-started" })
  return { auth, session: String(session), line }
}
const word = async (auth: unknown) => {
  // The camera's event has its own connection, so the call may arrive before it.
  await expect.poll(async () => (await camBack(auth)).status).toBe(200)
  return (await camBack(auth)).body
}

const newDesk = () => {
  desks += 1
  const headers = { "X-Desk-Key": DESK_KEY, "X-Desk": `a-desk-for-cameras-${desks}` }
  const call = (method: string, performerId: string, more = "", body?: unknown) =>
    rooms.call(method, `/desk/performers/${performerId}${more}`, {
      key: null,
      headers,
      ...(body !== undefined && { body }),
    })
  return {
    act: (performerId: string, act: Record<string, unknown>) => call("POST", performerId, "", act),
    look: (performerId: string, session: string) =>
      call("POST", performerId, "/media", { action: "readCamBack", session }),
    viewers: async (performerId: string) =>
      (await call("GET", performerId)).body["viewers"] as ReadonlyArray<Record<string, unknown>>,
    lines: async (performerId: string) =>
      (await call("GET", performerId)).body["lines"] as ReadonlyArray<Record<string, unknown>>,
  }
}
const held = async (performerId: string) => {
  const desk = newDesk()
  await desk.act(performerId, { _tag: "TakeOver" })
  return desk
}

describe("a viewer's camera", () => {
  it("is published by its own session alone, once for each token [CHAT-27]", async () => {
    const [mine, other] = [await inPrivate(), await inPrivate()]
    const given = await word(mine.auth)
    expect(given["path"]).toBe(`camback/${mine.session}`)
    expect((await asks("publish", given)).status).toBe(200)
    expect((await asks("publish", given)).status).toBe(403)
    const fresh = await word(mine.auth)
    for (const path of [`camback/${other.session}`, `live/${mine.performerId}`]) {
      expect((await asks("publish", { ...fresh, path })).status).toBe(403)
    }
    expect((await asks("read", fresh)).status).toBe(403)
    expect((await asks("publish", fresh)).status).toBe(200)
  })

  it("is not published by a forged or an expired token, nor before it is on", async () => {
    const off = await inPrivate(false)
    expect((await camBack(off.auth)).body["label"]).toBe("camBackOff")
    const mine = await inPrivate()
    const given = await word(mine.auth)
    const forged = await new SignJWT({ room: mine.performerId })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(mine.session)
      .setJti("1")
      .setExpirationTime("1 minute")
      .sign(new TextEncoder().encode("another secret of thirty-two bytes"))
    const unsigned = `${btoa('{"alg":"none"}')}.${String(given["token"]).split(".")[1]}.`
    for (const token of [forged, unsigned, "", "x.y.z"]) {
      expect((await asks("publish", { ...given, token })).status).toBe(403)
    }
    rooms.forward(31_000)
    expect((await asks("publish", given)).status).toBe(403)
  })

  it("is not published by a viewer who watches free", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { body } = await rooms.watch(lobby, performerId)
    expect((await camBack(body["auth"])).body["label"]).toBe("camBackOff")
    expect((await camBack("nobody's-word-of-sixteen")).body["label"]).toBe("chatNotStarted")
  })

  it.each([
    [
      "its viewer stops it",
      async ({ line }: Awaited<ReturnType<typeof inPrivate>>) => {
        line.socket.emit("camback-stopped", {})
        await line.until("camback-stopped")
      },
    ],
    ["its viewer leaves", ({ auth }: { readonly auth: unknown }) => rooms.leave(auth)],
    [
      "the performer goes offline",
      ({ performerId }: { readonly performerId: string }) => rooms.status(performerId, 0),
    ],
  ] as const)("is cut when %s, and a token that was kept opens nothing", async (_, end) => {
    const mine = await inPrivate()
    const desk = await held(mine.performerId)
    const [given, kept] = [await word(mine.auth), await word(mine.auth)]
    const seen = (await desk.look(mine.performerId, mine.session)).body
    const [publishing, watching] = [await asks("publish", given), await asks("read", seen)]
    await end(mine)
    await Promise.all([engine.until(publishing.id), engine.until(watching.id)])
    expect((await asks("publish", kept)).status).toBe(403)
  })

  it("is seen by the desk that holds its performer, and by nobody else", async () => {
    const mine = await inPrivate()
    const desk = await held(mine.performerId)
    const given = await word(mine.auth)
    expect((await desk.viewers(mine.performerId))[0]).toMatchObject({ camBack: "starting" })
    await asks("publish", given)
    await told("published", given["path"])
    expect((await desk.viewers(mine.performerId))[0]).toMatchObject({ camBack: "sending" })
    const seen = (await desk.look(mine.performerId, mine.session)).body
    expect(seen["path"]).toBe(given["path"])
    expect((await asks("publish", seen)).status).toBe(403)
    expect((await asks("read", { ...seen, path: `live/${mine.performerId}` })).status).toBe(403)
    const { id, status } = await asks("read", seen)
    expect(status).toBe(200)
    expect((await asks("read", seen)).status).toBe(403)
    const stranger = newDesk()
    expect((await stranger.look(mine.performerId, mine.session)).body["label"]).toBe("deskTaken")
    // Another viewer of the same room, with the token that watches the performer.
    await told("published", `live/${mine.performerId}`)
    const other = await joins(mine.performerId, false)
    const theirs = (await rooms.call("POST", "/chat/watch", { body: { auth: other.auth } })).body
    expect((await asks("read", { ...theirs, path: given["path"] })).status).toBe(403)
    // A desk of another performer may not either.
    const elsewhere = await rooms.performer()
    const away = await held(elsewhere.performerId)
    expect((await away.look(elsewhere.performerId, mine.session)).body["label"]).toBe("camBackOff")
    await desk.act(mine.performerId, { _tag: "HandBack" })
    await engine.until(id)
  })

  it("is ended by the performer: its viewer is told, and it is cut whatever the page does [CHAT-27]", async () => {
    const mine = await inPrivate()
    const desk = await held(mine.performerId)
    const { id } = await asks("publish", await word(mine.auth))
    await desk.act(mine.performerId, { _tag: "EndCamBack", session: mine.session })
    await mine.line.until("stop-camback")
    await mine.line.until("camback-stopped")
    await engine.until(id)
    expect((await camBack(mine.auth)).body["label"]).toBe("camBackOff")
    // The desk's line says that the performer ended it, and later that the viewer did.
    const last = async () => (await desk.lines(mine.performerId)).at(-1)?.["event"]
    expect(await last()).toMatchObject({ _tag: "CamBackEnded" })
    mine.line.socket.emit("custom", { name: "camback-started" })
    mine.line.socket.emit("camback-stopped")
    await expect.poll(last).toMatchObject({ _tag: "CamBack", isOn: false })
  })
})
