/**
 * Stills of the free picture over real sockets: which performers have one, and that none outlives its free
 * chat.
 */
import { Redacted } from "effect"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MAX_SENT_STILL_BYTES } from "@foldcast/contracts/upstream/performer-desk"
import { STATUSES } from "@foldcast/rules/performer-attributes"
import { KEY, shiftedClock } from "../backend.fixture.ts"
import { type TestRooms, testRooms } from "../chat/chat.fixture.ts"
import { demoPerformers } from "../demo/performers/demo-performers.ts"
import { loopDrawing, stillJpeg } from "../demo/rooms/loop-drawing.ts"
import { cuttingEngine, HOOK_KEY, mediaOf } from "./cutting-engine.fixture.ts"

const DESK_KEY = "the key of desk and backend"
const stillOf = async (owner: string) => Buffer.from(await stillJpeg(loopDrawing(owner, false), 0))
const JPEG = await stillOf("one")
const OTHER = await stillOf("another")

const engine = cuttingEngine()
/** A clock whose monotonic time a test can advance. */
const time = shiftedClock()
let aheadNanos = 0n
const monotonic = time.clock.monotonicTimeNanosUnsafe.bind(time.clock)
const clock = Object.assign(time.clock, {
  monotonicTimeNanosUnsafe: () => monotonic() + aheadNanos,
})

let rooms: TestRooms
let desks = 0
beforeAll(async () => {
  const media = mediaOf(await engine.start())
  // The demo's performers do not change.
  const demo = { demo: true, demoAt: Date.UTC(2026, 10, 20, 20) }
  rooms = await testRooms({ media, deskKey: Redacted.make(DESK_KEY), ...demo }, { ...time, clock })
})
afterAll(async () => {
  await rooms.close()
  engine.stop()
})

const told = (kind: "published" | "unpublished", performerId: string) =>
  rooms.call("POST", "/media/events", {
    key: null,
    headers: { Authorization: `Bearer ${HOOK_KEY}` },
    body: { kind, path: `live/${performerId}` },
  })

const still = async (performerId: string, query = "", key = KEY) => {
  const response = await fetch(`${rooms.url}/performers/${performerId}/still?lang=en${query}`, {
    headers: { "X-Api-Key": key },
  })
  return { response, status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}
const statusOf = async (performerId: string, query = "") => (await still(performerId, query)).status

const deskOf = (performerId: string) => {
  desks += 1
  const headers = { "X-Desk-Key": DESK_KEY, "X-Desk": `a-desk-of-the-tests-${desks}` }
  const call = (method: string, more = "", body?: unknown) =>
    rooms.call(method, `/desk/performers/${performerId}${more}`, {
      key: null,
      headers,
      ...(body !== undefined && { body }),
    })
  const stretch = async () =>
    ((await call("GET")).body["picture"] as { readonly stretch: string | null }).stretch
  return {
    act: (_tag: string, more: Readonly<Record<string, unknown>> = {}) =>
      call("POST", "", { _tag, ...more }),
    stretch,
    send: (stretch: unknown, jpeg: Uint8Array = JPEG, isPlain = false) =>
      call("POST", "/still", { stretch, isPlain, jpeg: Buffer.from(jpeg).toString("base64") }),
  }
}

/** A performer at a desk, published, with one still. */
const shown = async (isPlain = false) => {
  const { performerId } = await rooms.performer()
  const desk = deskOf(performerId)
  await desk.act("TakeOver")
  await told("published", performerId)
  const stretch = await desk.stretch()
  expect((await desk.send(stretch, JPEG, isPlain)).status).toBe(200)
  expect((await still(performerId)).body.equals(JPEG)).toBe(true)
  return { performerId, desk, stretch }
}

describe("a still of the free picture", () => {
  it("is the newest that the desk sent, cached by nobody, and given for the gateway's key alone", async () => {
    const { performerId, desk, stretch } = await shown()
    await desk.send(stretch, OTHER)
    const { response, body } = await still(performerId)
    expect(body.equals(OTHER)).toBe(true)
    expect(response.headers.get("content-type")).toBe("image/jpeg")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect((await still(performerId, "", "another key")).status).toBe(401)
  })

  it("ends with its free chat, and does not return in the next one, however late it is sent", async () => {
    for (const mode of ["chat", "paused", "offline"]) {
      const { performerId, desk, stretch } = await shown()
      await desk.act("Switch", { mode })
      expect(await statusOf(performerId)).toBe(404)
      expect(await desk.stretch()).toBeNull()
      expect((await desk.send(stretch)).body["label"]).toBe("notFree")
      await desk.act("Switch", { mode: "free" })
      expect(await statusOf(performerId)).toBe(404)
      // Taken earlier or meanwhile, and still under way.
      expect((await desk.send(stretch)).body["label"]).toBe("notFree")
      expect(await statusOf(performerId)).toBe(404)
      expect((await desk.send(await desk.stretch())).status).toBe(200)
      expect(await statusOf(performerId)).toBe(200)
    }
  })

  it("stays where a program shows a wrong key for the performer", async () => {
    const { performerId, desk, stretch } = await shown()
    const asked = await rooms.call("POST", "/media/authorise", {
      key: null,
      headers: { Authorization: `Bearer ${HOOK_KEY}` },
      body: {
        token: `sk_${"x".repeat(22)}`,
        action: "publish",
        path: `live/${performerId}`,
        id: "somebody",
      },
    })
    expect(asked.status).toBe(403)
    expect(await statusOf(performerId)).toBe(200)
    expect((await desk.send(stretch)).status).toBe(200)
  })

  it("is not given out while the performer is in VIP", async () => {
    const { performerId, desk, stretch } = await shown()
    const { token } = await rooms.memberWith(500)
    const lobby = await rooms.lobby(performerId)
    const { body } = await rooms.watch(lobby, performerId, { token })
    await rooms.act(body["auth"], "requestVip")
    const [{ session = "" } = {}] = (
      await rooms.call("GET", `/desk/performers/${performerId}`, {
        key: null,
        headers: { "X-Desk-Key": DESK_KEY, "X-Desk": `a-desk-of-the-tests-${desks}` },
      })
    ).body["viewers"] as ReadonlyArray<{ readonly session?: string }>
    await desk.act("AcceptVip", { session })
    await lobby.until("accept-vip")
    expect(await statusOf(performerId)).toBe(200)
    const joined = await rooms.join(token, performerId, "vip")
    await rooms.session(String(joined.body["token"]))
    await lobby.until("chat-switch", ({ mode }) => mode === "vip")
    expect(await statusOf(performerId)).toBe(404)
    expect((await desk.send(stretch)).body["label"]).toBe("notFree")
  })

  it("ends when nobody publishes any more, when the performer is handed back, and after six seconds", async () => {
    const [first, second, third] = [await shown(), await shown(), await shown()]
    await told("unpublished", first.performerId)
    expect(await statusOf(first.performerId)).toBe(404)
    expect((await first.desk.send(first.stretch)).body["label"]).toBe("notFree")
    await second.desk.act("HandBack")
    expect(await statusOf(second.performerId)).toBe(404)
    expect((await second.desk.send(second.stretch)).body["label"]).toBe("deskNotHeld")
    aheadNanos += 5_000_000_000n
    expect(await statusOf(third.performerId)).toBe(200)
    aheadNanos += 2_000_000_000n
    expect(await statusOf(third.performerId)).toBe(404)
  })

  it("is shown in no-nude mode only where its publisher marked it", async () => {
    const [ordinary, plain] = [await shown(), await shown(true)]
    expect(await statusOf(ordinary.performerId, "&noNude=true")).toBe(404)
    expect(await statusOf(plain.performerId, "&noNude=true")).toBe(200)
    // The newest one counts.
    await plain.desk.send(plain.stretch)
    expect(await statusOf(plain.performerId, "&noNude=true")).toBe(404)
  })

  it("is sent by the desk that holds the performer, and is a small JPEG", async () => {
    const { performerId, desk, stretch } = await shown()
    const other = deskOf(performerId)
    expect((await other.send(stretch, OTHER)).body["label"]).toBe("deskTaken")
    const huge = Uint8Array.from(JPEG)
    const frame = huge.findIndex((byte, at) => byte === 0xff && huge[at + 1] === 0xc0)
    huge.set([0x10, 0x00], frame + 5)
    const png = await sharp(JPEG).png().toBuffer()
    const long = Buffer.concat([JPEG, Buffer.alloc(MAX_SENT_STILL_BYTES)])
    for (const refused of [huge, png.subarray(0, 9_000), long, JPEG.subarray(0, -2)]) {
      expect((await desk.send(stretch, refused)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await still(performerId)).body.equals(JPEG)).toBe(true)
  })

  it("does not exist for a performer who is not there, nor for a program that publishes", async () => {
    expect(await statusOf("nobody")).toBe(404)
    const { performerId } = await rooms.performer()
    expect(await statusOf(performerId)).toBe(404)
    await told("published", performerId)
    expect(await statusOf(performerId)).toBe(404)
  })
})

describe("a still of a drawn loop", () => {
  const id = demoPerformers("foldcast", 0)[0]?.id ?? ""

  it("is what is drawn for this moment, in free chat alone, and never in no-nude mode", async () => {
    await rooms.status(id, 3)
    const { body } = await still(id)
    const drawing = loopDrawing(id, false)
    const shown = await Promise.all(
      Array.from({ length: drawing.stills }, (_, index) => stillJpeg(drawing, index)),
    )
    expect(shown.some((each) => body.equals(each))).toBe(true)
    expect(await statusOf(id, "&noNude=true")).toBe(404)
    for (const status of STATUSES.filter((status) => status !== 3)) {
      await rooms.status(id, status)
      expect(await statusOf(id)).toBe(404)
    }
  })

  it("is replaced by that of whoever publishes in its place", async () => {
    await rooms.status(id, 3)
    await told("published", id)
    expect(await statusOf(id)).toBe(404)
    await told("unpublished", id)
    expect(await statusOf(id)).toBe(200)
  })
})

describe("a drawn loop", () => {
  const id = demoPerformers("foldcast", 0)[3]?.id ?? ""
  const loop = async (name: string, key = HOOK_KEY) => {
    const response = await fetch(`${rooms.url}/media/loops/${name}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    return { response, body: Buffer.from(await response.arrayBuffer()) }
  }

  it("is given to the media engine, for its key alone, and for demo performers alone", async () => {
    const { response, body } = await loop(id)
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"])
    const { frames } = JSON.parse(body.toString("utf8", 0, body.indexOf("\n")))
    expect(frames).toBe(loopDrawing(id, false).count)
    expect((await loop(id, KEY)).response.status).toBe(401)
    expect((await loop("p_1")).response.status).toBe(404)
  })

  it("shows a laugh for a tip", async () => {
    const { token } = await rooms.memberWith(500)
    await rooms.status(id, 3)
    const { body } = await rooms.watch(await rooms.lobby(id), id, { token })
    const tip = { id: "tip-for-a-laugh", amount: 50, tipType: "wink", message: "", isPublic: true }
    expect((await rooms.act(body["auth"], "tip", tip)).status).toBe(200)
    await expect.poll(() => engine.cues, { timeout: 20_000 }).toEqual([`${id}/laugh`])
  })
})
