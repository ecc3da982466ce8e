/**
 * Pictures over real sockets: the tokens that sessions watch with, what the media engine may show, and what is
 * cut.
 */
import { SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestRooms, testRooms } from "../chat/chat.fixture.ts"
import { cuttingEngine, HOOK_KEY as KEY, mediaOf } from "./cutting-engine.fixture.ts"

const engine = cuttingEngine()

let rooms: TestRooms
let connections = 0
beforeAll(async () => {
  rooms = await testRooms({ media: mediaOf(await engine.start()) })
})
afterAll(async () => {
  await rooms.close()
  engine.stop()
})

const hook = (path: string, body: unknown, key = KEY) =>
  rooms.call("POST", path, { key: null, headers: { Authorization: `Bearer ${key}` }, body })
const told = (kind: "published" | "unpublished", path: string) =>
  hook("/media/events", { kind, path })

/** A viewer in free chat with a picture. */
const watching = async () => {
  const { performerId } = await rooms.performer()
  await told("published", `live/${performerId}`)
  const lobby = await rooms.lobby(performerId)
  const { body } = await rooms.watch(lobby, performerId)
  return { performerId, lobby, auth: body["auth"], room: body["room"] as { hasVideo?: boolean } }
}
const watch = (auth: unknown) => rooms.call("POST", "/chat/watch", { body: { auth } })
const asks = async (token: unknown, path: unknown) => {
  connections += 1
  const id = `connection-${connections}`
  const asked = { token, action: "read", path, protocol: "webrtc", id, ip: "", query: "" }
  return { id, status: (await hook("/media/authorise", asked)).status }
}

describe("the media engine", () => {
  it("shows a session the picture of the room that it is in, once for each token", async () => {
    const { performerId, auth, room } = await watching()
    expect(room.hasVideo).toBe(true)
    const { status, body } = await watch(auth)
    expect([status, body["path"]]).toEqual([200, `live/${performerId}`])
    expect((await asks(body["token"], body["path"])).status).toBe(200)
    expect((await asks(body["token"], body["path"])).status).toBe(403)
  })

  it("shows nothing for a token of another room, a forged or an old one, nor to a token that publishes", async () => {
    const [{ auth }, other] = [await watching(), await watching()]
    const { token, path } = (await watch(auth)).body
    expect((await asks(token, `live/${other.performerId}`)).status).toBe(403)
    const claims = { room: other.performerId, mode: "free" }
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("cs_1")
      .setJti("1")
      .setExpirationTime("1 minute")
      .sign(new TextEncoder().encode("another secret of thirty-two bytes"))
    const unsigned = `${btoa('{"alg":"none"}')}.${String(token).split(".")[1]}.`
    for (const made of [forged, unsigned, "", "x.y.z"]) {
      expect((await asks(made, path)).status).toBe(403)
    }
    const asked = { token, action: "publish", path, id: "publishing" }
    expect((await hook("/media/authorise", asked)).status).toBe(403)
    expect((await hook("/media/authorise", asked, "another key")).status).toBe(401)
    expect((await hook("/media/authorise", { token: 7 })).status).toBe(400)
  })

  it("cuts a session that leaves, and shows nothing for a token that it kept", async () => {
    const { auth } = await watching()
    const [first, kept] = [(await watch(auth)).body, (await watch(auth)).body]
    const { id } = await asks(first["token"], first["path"])
    await rooms.leave(auth)
    await engine.until(id)
    expect((await asks(kept["token"], kept["path"])).status).toBe(403)
    expect((await watch(auth)).body["label"]).toBe("chatNotStarted")
  })

  it("keeps no connection that it reported as ended before it was allowed", async () => {
    const { auth } = await watching()
    const late = (await watch(auth)).body
    connections += 1
    const id = `connection-${connections + 1}`
    await hook("/media/events", { kind: "left", path: late["path"], id })
    expect(await asks(late["token"], late["path"])).toEqual({ id, status: 200 })
    const { token, path } = (await watch(auth)).body
    const seen = await asks(token, path)
    await rooms.leave(auth)
    await engine.until(seen.id)
    expect(engine.cut).not.toContain(id)
  })

  it("is told to cut all free viewers when the performer goes private, and the room is told", async () => {
    const { performerId, lobby, auth } = await watching()
    const { token, path } = (await watch(auth)).body
    const { id } = await asks(token, path)
    await rooms.status(performerId, 1)
    await engine.until(id)
    await lobby.until("video-denied")
    expect((await watch(auth)).body["label"]).toBe("noPicture")
    await rooms.status(performerId, 3)
    await lobby.until("video-available")
    expect((await watch(auth)).status).toBe(200)
  })

  it("reports who publishes: without a publisher there is no picture, and the room is told when it comes", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { body } = await rooms.watch(lobby, performerId)
    expect(body["room"]).toMatchObject({ hasVideo: false })
    expect((await watch(body["auth"])).body["label"]).toBe("noPicture")
    await told("published", `live/${performerId}`)
    await lobby.until("video-available")
    await told("unpublished", `live/${performerId}`)
    await lobby.until("video-denied")
  })

  it("cuts at the start of this service what an earlier one had allowed, and nothing else", async () => {
    const before = cuttingEngine()
    before.sessions
      .set("watched-before", "live/anna")
      .set("published-before", "camback/cs_1")
      .set("of-somebody-else", "cameras/door")
      // An id that is too long to be valid must not keep the others from being cut.
      .set("x".repeat(200), "live/anna")
    const anew = await testRooms({ media: mediaOf(await before.start()) })
    await before.until("watched-before")
    await before.until("published-before")
    await expect.poll(before.lists, { timeout: 15_000 }).toBe(2)
    expect(before.cut).toHaveLength(2)
    await anew.close()
    before.stop()
  })

  it("is asked with growing pauses while it does not cut a connection", async () => {
    const before = cuttingEngine()
    before.sessions.set("kept", "live/anna")
    before.stubborn.add("kept")
    const startedAt = performance.now()
    const anew = await testRooms({ media: mediaOf(await before.start()) })
    await expect.poll(before.lists, { timeout: 15_000 }).toBeGreaterThanOrEqual(3)
    expect(performance.now() - startedAt).toBeGreaterThan(1_900)
    await anew.close()
    before.stop()
  })

  it("has no publishers after a restart, and the room is told so", async () => {
    const { lobby, auth } = await watching()
    await hook("/media/events", { kind: "started" })
    await lobby.until("video-denied")
    expect((await watch(auth)).body["label"]).toBe("noPicture")
  })
})
