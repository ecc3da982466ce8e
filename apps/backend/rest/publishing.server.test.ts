/**
 * Who may publish, over real sockets: the desk that acts for the performer, and a program with the performer's
 * key, until either ends.
 */
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestRooms, testRooms } from "../chat/chat.fixture.ts"
import { cuttingEngine, HOOK_KEY, mediaOf } from "./cutting-engine.fixture.ts"

const DESK_KEY = "the key of desk and backend"
const engine = cuttingEngine()

let rooms: TestRooms
let engineUrl = ""
let connections = 0
let desks = 0
beforeAll(async () => {
  engineUrl = await engine.start()
  rooms = await testRooms({ media: mediaOf(engineUrl), deskKey: Redacted.make(DESK_KEY) })
})
afterAll(async () => {
  await rooms.close()
  engine.stop()
})

const hook = (path: string, body: unknown, at: TestRooms = rooms) =>
  at.call("POST", path, { key: null, headers: { Authorization: `Bearer ${HOOK_KEY}` }, body })
const asks = async (
  action: "publish" | "read",
  token: unknown,
  path: unknown,
  { ip = "", at = rooms }: { readonly ip?: string; readonly at?: TestRooms } = {},
) => {
  connections += 1
  const id = `connection-${connections}`
  const asked = { token, action, path, protocol: "webrtc", id, ip, query: "" }
  return { id, status: (await hook("/media/authorise", asked, at)).status }
}

const newDesk = (at: TestRooms = rooms) => {
  desks += 1
  const headers = { "X-Desk-Key": DESK_KEY, "X-Desk": `a-desk-of-the-tests-${desks}` }
  const call = (method: string, performerId: string, more = "", body?: unknown) =>
    at.call(method, `/desk/performers/${performerId}${more}`, {
      key: null,
      headers,
      ...(body !== undefined && { body }),
    })
  return {
    act: (performerId: string, _tag: string) => call("POST", performerId, "", { _tag }),
    media: (performerId: string, action: "publish" | "read") =>
      call("POST", performerId, "/media", { action }),
    draw: (performerId: string) => call("POST", performerId, "/stream-key"),
    revoke: (performerId: string) => call("DELETE", performerId, "/stream-key"),
    room: async (performerId: string) => (await call("GET", performerId)).body,
  }
}
const held = async () => {
  const { performerId } = await rooms.performer()
  const desk = newDesk()
  await desk.act(performerId, "TakeOver")
  return { performerId, desk, path: `live/${performerId}` }
}
const tokenFor = async (action: "publish" | "read") => {
  const { performerId, desk, path } = await held()
  const { token } = (await desk.media(performerId, action)).body
  return { performerId, desk, path, token }
}

describe("a desk that holds a performer", () => {
  it("publishes for her, by a token that opens one connection", async () => {
    const { performerId, desk, path, token } = await tokenFor("publish")
    expect((await asks("publish", token, path)).status).toBe(200)
    expect((await asks("publish", token, path)).status).toBe(403)
    await hook("/media/events", { kind: "published", path })
    expect((await desk.room(performerId))["picture"]).toEqual({
      isPublished: true,
      byProgram: false,
      hasLoop: false,
      hasStreamKey: false,
      stretch: expect.any(String) as unknown,
    })
  })

  it("publishes for nobody else, and neither watches nor publishes by the token of the other purpose", async () => {
    const [mine, other] = [await tokenFor("publish"), await held()]
    expect((await asks("publish", mine.token, other.path)).status).toBe(403)
    expect((await asks("publish", mine.token, "camback/1")).status).toBe(403)
    expect((await asks("read", mine.token, mine.path)).status).toBe(403)
    const { token } = (await mine.desk.media(mine.performerId, "read")).body
    expect((await asks("publish", token, mine.path)).status).toBe(403)
    expect((await mine.desk.media(other.performerId, "publish")).body["label"]).toBe("deskTaken")
    const { performerId } = await rooms.performer()
    expect((await mine.desk.media(performerId, "publish")).body["label"]).toBe("deskNotHeld")
  })

  it("sees what viewers see, by a token of its own", async () => {
    const { path, token } = await tokenFor("read")
    expect((await asks("read", token, path)).status).toBe(200)
    expect((await asks("read", token, path)).status).toBe(403)
  })

  it("is cut when it hands her back, and its tokens open nothing then", async () => {
    const { performerId, desk, path, token } = await tokenFor("publish")
    const [kept, seen] = [
      (await desk.media(performerId, "publish")).body["token"],
      (await desk.media(performerId, "read")).body["token"],
    ]
    const [publishing, watching] = [
      await asks("publish", token, path),
      await asks("read", seen, path),
    ]
    await desk.act(performerId, "HandBack")
    await Promise.all([engine.until(publishing.id), engine.until(watching.id)])
    expect((await asks("publish", kept, path)).status).toBe(403)
    // A new takeover does not make the old token valid.
    await desk.act(performerId, "TakeOver")
    expect((await asks("publish", kept, path)).status).toBe(403)
  })

  it("that stopped asking is cut", async () => {
    const quick = await testRooms({
      media: mediaOf(engineUrl),
      deskKey: Redacted.make(DESK_KEY),
      deskAwayMs: 500,
    })
    const { performerId } = await quick.performer()
    const desk = newDesk(quick)
    let opened = ""
    // On a slow machine the takeover may lapse before the token is used, so it is repeated.
    await expect
      .poll(async () => {
        await desk.act(performerId, "TakeOver")
        const { token } = (await desk.media(performerId, "publish")).body
        const { id, status } = await asks("publish", token, `live/${performerId}`, { at: quick })
        opened = id
        return status
      })
      .toBe(200)
    await engine.until(opened)
    await quick.close()
  })
})

describe("a viewer's token", () => {
  it("lets its viewer watch and never publish", async () => {
    const { performerId, path } = await held()
    await hook("/media/events", { kind: "published", path })
    const lobby = await rooms.lobby(performerId)
    const { body } = await rooms.watch(lobby, performerId)
    const { token } = (await rooms.call("POST", "/chat/watch", { body: { auth: body["auth"] } }))
      .body
    expect((await asks("publish", token, path)).status).toBe(403)
    expect((await asks("read", token, path)).status).toBe(200)
  })
})

describe("a program with a performer's stream key", () => {
  const drawn = async () => {
    const room = await held()
    const key = String((await room.desk.draw(room.performerId)).body["key"])
    return { ...room, key }
  }

  it("publishes for that performer alone, and goes on when the desk hands her back", async () => {
    const [{ performerId, desk, path, key }, other] = [await drawn(), await drawn()]
    expect((await desk.room(performerId))["picture"]).toMatchObject({ hasStreamKey: true })
    const { id, status } = await asks("publish", key, path)
    expect(status).toBe(200)
    expect((await asks("publish", key, other.path)).status).toBe(403)
    expect((await asks("read", key, path)).status).toBe(403)
    await desk.act(performerId, "HandBack")
    expect((await asks("publish", key, path)).status).toBe(200)
    expect(engine.cut).not.toContain(id)
  })

  it("is shown at the desk for as long as it is the one that publishes", async () => {
    const { performerId, desk, path, key } = await drawn()
    const publish = async () => {
      const { token } = (await desk.media(performerId, "publish")).body
      return (await asks("publish", token, path)).id
    }
    const picture = async () => (await desk.room(performerId))["picture"]
    const byDesk = await publish()
    await hook("/media/events", { kind: "published", path })
    expect(await picture()).toMatchObject({ isPublished: true, byProgram: false })
    const program = await asks("publish", key, path)
    await hook("/media/events", { kind: "left", path, id: byDesk })
    expect(await picture()).toMatchObject({ isPublished: true, byProgram: true })
    await publish()
    await hook("/media/events", { kind: "left", path, id: program.id })
    expect(await picture()).toMatchObject({ isPublished: true, byProgram: false })
  })

  it("is cut and refused when the key is revoked", async () => {
    const { performerId, desk, path, key } = await drawn()
    const { id } = await asks("publish", key, path)
    await desk.revoke(performerId)
    await engine.until(id)
    expect((await asks("publish", key, path)).status).toBe(403)
    expect((await desk.room(performerId))["picture"]).toMatchObject({ hasStreamKey: false })
  })

  it("is cut and refused when the key is replaced, and the new one publishes", async () => {
    const { performerId, desk, path, key } = await drawn()
    const { id } = await asks("publish", key, path)
    const { key: next } = (await desk.draw(performerId)).body
    await engine.until(id)
    expect((await asks("publish", key, path)).status).toBe(403)
    expect((await asks("publish", next, path)).status).toBe(200)
  })

  it("gets its key from the desk that holds her, and from nobody else", async () => {
    const { performerId, key } = await drawn()
    const other = newDesk()
    expect((await other.draw(performerId)).body["label"]).toBe("deskTaken")
    expect((await other.revoke(performerId)).body["label"]).toBe("deskTaken")
    expect((await other.room(performerId))["picture"]).toBeNull()
    expect(key).toMatch(/^sk_[\w-]{22}$/u)
  })

  it("is not kept out by others' wrong keys, however many they try", async () => {
    const { path, key } = await drawn()
    const wrong = `sk_${"x".repeat(22)}`
    for (let count = 0; count < 100; count += 1) {
      expect((await asks("publish", wrong, path)).status).toBe(403)
    }
    expect((await asks("publish", key, path)).status).toBe(200)
  })
})
