/**
 * A drawn loop, and an engine that disappears without notice, over real sockets: which events the rooms
 * receive.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestRooms, testRooms } from "../chat/chat.fixture.ts"
import { demoPerformers } from "../demo/performers/demo-performers.ts"
import { cuttingEngine, HOOK_KEY, mediaOf } from "./cutting-engine.fixture.ts"

const engine = cuttingEngine()
/** The engine shows drawn loops for its demo performers. */
const demo = { demo: true, demoAt: Date.UTC(2026, 10, 20, 20) }

let rooms: TestRooms
beforeAll(async () => {
  rooms = await testRooms({ media: mediaOf(await engine.start()), ...demo })
})
afterAll(async () => {
  await rooms.close()
  engine.stop()
})

const told = (body: Record<string, unknown>) =>
  rooms.call("POST", "/media/events", {
    key: null,
    headers: { Authorization: `Bearer ${HOOK_KEY}` },
    body,
  })
const watch = (auth: unknown) => rooms.call("POST", "/chat/watch", { body: { auth } })
const PATIENT = { timeout: 20_000 }

/** Newest last. */
const pictures = ({ heard }: { readonly heard: ReadonlyArray<readonly [string, unknown]> }) =>
  heard.flatMap(([name]) => (name.startsWith("video-") ? [name] : []))

describe("a media engine that fell silent", () => {
  it("shows nobody, and all in a room are told so and that no time runs; with its first answer all have their pictures again [CHAT-15]", async () => {
    const { performerId } = await rooms.performer()
    await told({ kind: "published", path: `live/${performerId}` })
    const lobby = await rooms.lobby(performerId)
    const { auth } = (await rooms.watch(lobby, performerId)).body
    const { token } = await rooms.memberWith(900)
    const joined = (await rooms.join(token, performerId)).body
    const paying = await rooms.session(String(joined["token"]))
    rooms.present(paying)
    await paying.until("video-available")
    engine.setAway(true)
    await Promise.all([lobby.until("video-denied"), paying.until("video-denied")])
    expect((await watch(auth)).body["label"]).toBe("noPicture")
    // After five seconds both clocks stop: paid time and a guest's free time.
    const stands = (wanted: string) => (told: Record<string, unknown>) =>
      told["name"] === wanted &&
      (told["data"] as { readonly isRunning: unknown }).isRunning === false
    await Promise.all([
      lobby.until("custom", stands("free-time")),
      paying.until("custom", stands("paid-time-charged")),
    ])
    engine.setAway(false)
    for (const hearing of [lobby, paying]) {
      await expect.poll(() => pictures(hearing).at(-1), PATIENT).toBe("video-available")
    }
    expect((await watch(auth)).status).toBe(200)
    await rooms.leave(auth)
  })

  it("shows no drawn loop either, until one that was started reports so", async () => {
    const id = demoPerformers("foldcast", 0)[0]?.id ?? ""
    await rooms.status(id, 3)
    const lobby = await rooms.lobby(id)
    const { auth, room } = (await rooms.watch(lobby, id)).body
    expect(room).toMatchObject({ hasVideo: true })
    engine.setAway(true)
    await lobby.until("video-denied")
    const before = pictures(lobby).length
    await told({ kind: "started" })
    await expect.poll(() => pictures(lobby)[before], PATIENT).toBe("video-available")
    engine.setAway(false)
    await rooms.leave(auth)
  })
})

describe("a drawn loop", () => {
  it("has sound, as has a camera that takes its place", async () => {
    const id = demoPerformers("foldcast", 0)[1]?.id ?? ""
    await rooms.status(id, 3)
    const lobby = await rooms.lobby(id)
    const { auth, room } = (await rooms.watch(lobby, id)).body
    expect(room).toMatchObject({ hasVideo: true, hasSound: true })
    await told({ kind: "published", path: `live/${id}` })
    await told({ kind: "unpublished", path: `live/${id}` })
    await rooms.status(id, 1)
    await lobby.until("audio-denied")
    // Picture and sound were available all the time.
    const sounds = lobby.heard.flatMap(([name]) => (name.startsWith("audio-") ? [name] : []))
    expect(sounds).toEqual(["audio-denied"])
    await rooms.leave(auth)
  })
})
