/**
 * How many media sessions one browser and one address may have, through a whole gateway: which are refused, and
 * that a place is free again however an offer ended.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab } from "../support/test-tabs.ts"
import { join } from "../support/room-scene.ts"
import { ScriptedChat } from "../support/scripted-chat.ts"
import { type EngineScript, ScriptedEngine } from "../support/scripted-engine.ts"
import { end, IMPATIENT, refused, watch } from "../support/watching.ts"

let chat: ScriptedChat
let engine: ScriptedEngine
/** With default limits. */
let scene: AccountScene
/** With one place for each address. */
let narrow: AccountScene
/** With short timeouts. */
let impatient: AccountScene
let rooms = 0
beforeAll(async () => {
  chat = await ScriptedChat.start()
  engine = await ScriptedEngine.start()
  const environment = {
    ...chat.environment,
    MEDIA_ENGINE_URL: engine.url,
    TRUSTED_PROXIES: "127.0.0.1",
  }
  scene = await AccountScene.start(environment)
  const one = { ...environment, MAX_MEDIA_SESSIONS_PER_ADDRESS: "1" }
  narrow = await AccountScene.start(one)
  impatient = await AccountScene.start({ ...one, ...IMPATIENT })
})
afterEach(() => {
  scene.clear()
  narrow.clear()
  impatient.clear()
  engine.clear()
  chat.received.length = 0
})
afterAll(async () => {
  await scene.stop()
  await narrow.stop()
  await impatient.stop()
  await engine.close()
  await chat.close()
})

type Seated = readonly [TestTab, string]

const sits = async (tab: TestTab): Promise<Seated> => {
  const performerId = `places-room-${++rooms}`
  await tab.ask(join(performerId))
  return [tab, performerId]
}
const inRoom = async ({ tabs } = scene): Promise<Seated> => sits(await tabs.guest())

/** Each test has its own addresses, so that places it still holds affect no other test. */
let networks = 0
const addresses = () => {
  networks += 1
  return [`192.0.2.${networks}`, `198.51.100.${networks}`] as const
}

const from = ([tab, performerId]: Seated, address: string, signal?: AbortSignal) =>
  watch(tab, performerId, {
    headers: { "X-Forwarded-For": address },
    ...(signal !== undefined && { signal }),
  })
const locationOf = (response: Response) => response.headers.get("location") ?? ""
const TOO_MANY = [429, "request.tooMany"]

describe("places at the media engine", () => {
  it("are 24 for one address, whatever its cookies; the next is let in when one has ended", async () => {
    const [home, elsewhere] = addresses()
    const seated: Array<Seated> = []
    for (let count = 0; count < 25; count += 1) seated.push(await inRoom())
    const [first, last] = [seated[0] as Seated, seated[24] as Seated]
    const opened = await Promise.all(seated.slice(0, 24).map((one) => from(one, home)))
    expect(opened.map(({ status }) => status)).toEqual(Array(24).fill(201))
    const response = await from(last, home)
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await refused(response)).toEqual(TOO_MANY)
    expect(chat.all("POST /chat/watch")).toHaveLength(24)
    expect(engine.all("POST")).toHaveLength(24)
    const other = await from(await inRoom(), elsewhere)
    expect(other.status).toBe(201)
    expect((await end(first[0], locationOf(opened[0] as Response))).status).toBe(204)
    expect((await from(last, home)).status).toBe(201)
    expect(await refused(await from(first, home))).toEqual(TOO_MANY)
  })

  it("are counted for one network in IPv6", async () => {
    const [one, other] = [await inRoom(narrow), await inRoom(narrow)]
    expect((await from(one, "2001:db8:1:2::1")).status).toBe(201)
    expect(await refused(await from(other, "2001:db8:1:2:ffff::9"))).toEqual(TOO_MANY)
    expect((await from(other, "2001:db8:1:3::1")).status).toBe(201)
  })

  it("are eight for one browser, wherever it is: its ninth tab is refused, and none that plays is ended", async () => {
    const [first] = await inRoom()
    const tabs: Array<Seated> = []
    for (let count = 0; count < 9; count += 1) {
      tabs.push(await sits(await scene.tabs.tab(first.browser)))
    }
    const playing = tabs.slice(0, 8)
    for (const tab of playing) expect((await from(tab, addresses()[0])).status).toBe(201)
    const ninth = tabs[8] as Seated
    expect(await refused(await from(ninth, addresses()[0]))).toEqual(TOO_MANY)
    expect(engine.all("DELETE")).toHaveLength(0)
    // Leaving a room frees its place for another tab.
    const [leaving, performerId] = playing[0] as Seated
    await leaving.ask({ _tag: "LeaveRoom", performerId })
    expect((await from(ninth, addresses()[0])).status).toBe(201)
  })

  it("are counted from before the engine answers", async () => {
    const [home, elsewhere] = addresses()
    const [one, other] = [await inRoom(), await inRoom()]
    let answer = () => undefined as void
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    engine.script(...Array.from({ length: 8 }, () => ({ status: 201, after })))
    const asked = Array.from({ length: 8 }, () => from(one, home))
    await engine.heard("POST", 8)
    expect(await refused(await from(one, elsewhere))).toEqual(TOO_MANY)
    expect((await from(other, home)).status).toBe(201)
    answer()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(201))
  })

  it("are given anew to a page that has lost its picture, and could not end it", async () => {
    const [home] = addresses()
    const one = await inRoom(narrow)
    expect((await from(one, home)).status).toBe(201)
    const lost = engine.all("POST").length
    expect((await from(one, home)).status).toBe(201)
    expect(engine.all("POST")).toHaveLength(lost + 1)
    await engine.heard("DELETE")
  })

  const refusesWatch = (status: number, label: string) => () =>
    chat.script("POST /chat/watch", { status, body: { label } })
  const engineSays = (script: EngineScript) => () => engine.script(script)
  it.each<readonly [string, () => void, number]>([
    ["the chat service refuses", refusesWatch(400, "noPicture"), 404],
    ["the chat service fails", refusesWatch(500, "broken"), 503],
    ["the chat service is silent", () => chat.script("POST /chat/watch", "hang"), 503],
    ["the engine refuses", engineSays({ status: 404 }), 404],
    ["the engine is full", engineSays({ status: 503 }), 503],
    ["the engine supports no format of it", engineSays({ status: 406 }), 406],
    ["the engine is silent", engineSays("hang"), 503],
    ["the engine breaks off", engineSays("cut"), 503],
    ["the engine's answer is invalid", engineSays({ status: 201, headers: { Location: "" } }), 503],
  ])("are free again where %s", async (_, script, status) => {
    const [home] = addresses()
    const [one, other] = [await inRoom(impatient), await inRoom(impatient)]
    script()
    expect((await from(one, home)).status).toBe(status)
    expect((await from(other, home)).status).toBe(201)
  })

  it("are free again where the room was left while the engine answered", async () => {
    const [home] = addresses()
    const [one, other] = [await inRoom(narrow), await inRoom(narrow)]
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    engine.script({ status: 201, after })
    const asked = from(one, home)
    await engine.heard("POST")
    await one[0].ask({ _tag: "LeaveRoom", performerId: one[1] })
    expect((await from(other, home)).status).toBe(429)
    answer()
    expect((await asked).status).toBe(404)
    expect((await from(other, home)).status).toBe(201)
  })

  it("are free again where nobody waited for the engine's answer", async () => {
    const [home] = addresses()
    const [one, other] = [await inRoom(narrow), await inRoom(narrow)]
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    engine.script({ status: 201, after })
    const leaving = new AbortController()
    const asked = from(one, home, leaving.signal)
    await engine.heard("POST")
    const sockets = async () => {
      const url = new URL("/metrics", narrow.gateway.url)
      const text = await (await fetch(url, { headers: { Connection: "close" } })).text()
      return Number(/^foldcast_open_sockets (\d+)$/mu.exec(text)?.[1])
    }
    const before = await sockets()
    leaving.abort()
    await expect(asked).rejects.toThrow()
    while ((await sockets()) >= before);
    answer()
    await engine.heard("DELETE")
    expect((await from(other, home)).status).toBe(201)
  })

  it.each([
    ["left", (one: Seated) => one[0].ask({ _tag: "LeaveRoom", performerId: one[1] })],
    ["left for another", async ([tab]: Seated) => sits(tab)],
    [
      "kicked out of",
      async ([{ stream }, performerId]: Seated) => {
        chat.tell(performerId, "kick", { reason: "default" })
        await stream.event("Kicked")
      },
    ],
  ] as const)("are free again where the room is %s", async (_, leave) => {
    const [home] = addresses()
    const [one, other] = [await inRoom(narrow), await inRoom(narrow)]
    expect((await from(one, home)).status).toBe(201)
    expect((await from(other, home)).status).toBe(429)
    await leave(one)
    expect((await from(other, home)).status).toBe(201)
  })
})
