/**
 * A viewer whose token is invalid sees no frame: the chat service's own hook and the sending engine, over real
 * sockets, with a client that may do anything.
 */
import { Effect, Logger, Redacted } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type TestRooms, testRooms } from "@foldcast/backend/chat/chat.fixture"
import { makeWatchTokens } from "@foldcast/backend/chat/engine/watch-tokens"
import { BackendIds } from "@foldcast/backend/ids"
import { ENGINE_ADMIN_KEY, HOOK_KEY, mediaOf } from "@foldcast/backend/rest/cutting-engine.fixture"
import { freePort } from "@foldcast/foldcast/start/ports"
import { startMedia } from "@foldcast/media/media"
import { mediaConfig } from "@foldcast/media/running-media.fixture"
import { closeClients, fakePublisher, fakeViewer } from "@foldcast/media/webrtc-client.fixture"

const DESK_KEY = "the key of desk and backend"
const WAIT = { timeout: 20_000, interval: 20 }

let rooms: TestRooms
let media: Awaited<ReturnType<typeof startMedia>>
let desks = 0
beforeAll(async () => {
  const port = await freePort("127.0.0.1")
  rooms = await testRooms({
    media: mediaOf(`http://127.0.0.1:${port}`),
    deskKey: Redacted.make(DESK_KEY),
  })
  media = await startMedia(
    mediaConfig({
      MEDIA_PORT: String(port),
      MEDIA_ADMIN_KEY: ENGINE_ADMIN_KEY,
      MEDIA_AUTH_KEY: HOOK_KEY,
      MEDIA_AUTH_URL: `${rooms.url}/media/authorise`,
      MEDIA_EVENTS_URL: `${rooms.url}/media/events`,
    }),
    Logger.layer([]),
  )
})
afterEach(closeClients)
afterAll(async () => {
  await media.close()
  await rooms.close()
})

const post = (path: string, side: "whep" | "whip", token: string, offer: string) =>
  fetch(`${media.url}/${path}/${side}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/sdp" },
    body: offer,
  })

const published = async () => {
  const { performerId } = await rooms.performer()
  const path = `live/${performerId}`
  const headers = { "X-Desk-Key": DESK_KEY, "X-Desk": `a-desk-of-the-tests-${(desks += 1)}` }
  const asDesk = (more: string, body: unknown) =>
    rooms.call("POST", `/desk/performers/${performerId}${more}`, { key: null, headers, body })
  await asDesk("", { _tag: "TakeOver" })
  const { token } = (await asDesk("/media", { action: "publish" })).body
  const publisher = await fakePublisher(1)
  await publisher.accept(await (await post(path, "whip", String(token), publisher.offer)).text())
  const lobby = await rooms.lobby(performerId)
  const enter = async () => (await rooms.watch(lobby, performerId)).body["auth"]
  await expect.poll(async () => (await tokenOf(await enter())).length, WAIT).toBeGreaterThan(20)
  return { performerId, path, enter }
}
/** Empty if the service gives none. */
const tokenOf = async (auth: unknown): Promise<string> => {
  const { token } = (await rooms.call("POST", "/chat/watch", { body: { auth } })).body
  return typeof token === "string" ? token : ""
}

/** Opens a session with this token and sees frames. */
const seeing = async (path: string, token: string) => {
  const viewer = await fakeViewer()
  const response = await post(path, "whep", token, viewer.offer)
  expect(response.status).toBe(201)
  await viewer.accept(await response.text())
  const goesOn = async () => {
    const before = viewer.seen.length
    await expect.poll(() => viewer.seen.length - before, WAIT).toBeGreaterThan(60)
  }
  await goesOn()
  return { viewer, goesOn }
}

/** Refused, without anything in the answer that could be used to connect. */
const isRefused = async (path: string, token: string) => {
  const viewer = await fakeViewer()
  const response = await post(path, "whep", token, viewer.offer)
  const text = await response.text()
  expect([response.status, text.includes("v=0"), response.headers.get("Location")]).toEqual([
    403,
    false,
    null,
  ])
  expect(viewer.seen).toEqual([])
}
const viewers = async () => {
  const text = await (await fetch(`${media.url}/metrics`)).text()
  return Number(/^\S*viewers (\d+)$/mu.exec(text)?.[1])
}

const changed = (token: string, claims: Readonly<Record<string, string>>) => {
  const [head, body = "", signature] = token.split(".")
  const said = JSON.parse(Buffer.from(body, "base64url").toString()) as object
  const other = Buffer.from(JSON.stringify({ ...said, ...claims })).toString("base64url")
  return [head, other, signature].join(".")
}

describe("a watching token", () => {
  it("that is forged, changed, another room's or used already opens no picture", async () => {
    const [one, other] = [await published(), await published()]
    const auth = await one.enter()
    const token = await tokenOf(auth)
    const before = await viewers()
    const forged = await makeWatchTokens([
      Redacted.make("another secret of thirty-two bytes!"),
    ]).pipe(
      Effect.flatMap(({ issue }) => issue({ sub: "cs_1", room: one.performerId, mode: "vip" })),
      Effect.provide(BackendIds.layer),
      Effect.runPromise,
    )
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`
    for (const made of [forged, unsigned, `${token}x`, changed(token, { mode: "vip" }), "x"]) {
      await isRefused(one.path, made)
    }
    await isRefused(other.path, token)
    await isRefused(other.path, changed(token, { room: other.performerId }))
    await isRefused(`camback/${one.performerId}`, token)
    expect(await viewers()).toBe(before)
    const { goesOn } = await seeing(one.path, token)
    // The token has opened its one connection.
    await isRefused(one.path, token)
    await goesOn()
    expect(await viewers()).toBe(before + 1)
  })

  it("that has expired opens none, though its session still may see", async () => {
    const { path, enter } = await published()
    const auth = await enter()
    const old = await tokenOf(auth)
    rooms.forward(32_000)
    await isRefused(path, old)
    await seeing(path, await tokenOf(auth))
  })

  it("that was kept opens none after the end, and what it had opened sends no more", async () => {
    const { path, enter } = await published()
    const staying = await seeing(path, await tokenOf(await enter()))
    const auth = await enter()
    const [used, kept] = [await tokenOf(auth), await tokenOf(auth)]
    const leaving = await seeing(path, used)
    await rooms.leave(auth)
    await isRefused(path, kept)
    await isRefused(path, used)
    // Frames come every 20 ms: one second, measured by the viewer who stays.
    await staying.goesOn()
    const seen = leaving.viewer.seen.length
    await staying.goesOn()
    expect(leaving.viewer.seen.length).toBe(seen)
  })
})
