/**
 * A visitor's own camera through a whole gateway: the requests to the chat service and the media engine, the
 * answers to the page, and when it ends. What it shares with watching is in watching.server.test.ts.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab } from "../support/test-tabs.ts"
import { join } from "../support/room-scene.ts"
import { CHAT_KEY, ScriptedChat } from "../support/scripted-chat.ts"
import { ENGINE_ANSWER, ScriptedEngine } from "../support/scripted-engine.ts"

const OFFER = "v=0\r\no=- 42 1 IN IP4 127.0.0.1\r\ns=camera-of-a-page\r\n"
const GRANTED = { path: "camback/cs-7", token: "word-for-the-camera-0123456789" }

let chat: ScriptedChat
let engine: ScriptedEngine
let scene: AccountScene
let rooms = 0
beforeAll(async () => {
  chat = await ScriptedChat.start()
  engine = await ScriptedEngine.start()
  scene = await AccountScene.start({ ...chat.environment, MEDIA_ENGINE_URL: engine.url })
})
afterEach(() => {
  scene.clear()
  engine.clear()
  chat.received.length = 0
})
afterAll(async () => {
  await scene.stop()
  await engine.close()
  await chat.close()
})

const headersOf = ({ browser: { url, cookie } }: TestTab) => ({
  Origin: new URL(url).origin,
  "X-Foldcast": "1",
  Cookie: cookie ?? "",
  Connection: "close",
})
const offer = (tab: TestTab, performerId: string, visit: string = tab.visit) =>
  fetch(`${tab.browser.url}/api/rooms/${performerId}/cam-back?visit=${visit}`, {
    method: "POST",
    headers: { ...headersOf(tab), "Content-Type": "application/sdp" },
    body: OFFER,
  })
const end = (tab: TestTab, location: string) =>
  fetch(new URL(location, tab.browser.url), {
    method: "DELETE",
    headers: headersOf(tab),
  })
const refused = async (response: Response) => {
  const { label } = (await response.json()) as { readonly label: string }
  return [response.status, label]
}

const inRoom = async (): Promise<readonly [TestTab, string]> => {
  const performerId = `camera-room-${++rooms}`
  const guest = await scene.tabs.guest()
  await guest.ask(join(performerId))
  return [guest, performerId]
}
const showing = async () => {
  const [guest, performerId] = await inRoom()
  chat.script("POST /chat/cam-back", { status: 200, body: GRANTED })
  const response = await offer(guest, performerId)
  expect(response.status).toBe(201)
  return { guest, performerId, response, location: response.headers.get("location") ?? "" }
}

describe("a viewer's camera", () => {
  it("is asked for with the session's own token, and published by WHIP at the path that is named", async () => {
    const { response, location } = await showing()
    expect(location).toMatch(/^\/api\/cam-backs\/[\w-]{32}$/u)
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(await response.text()).toBe(ENGINE_ANSWER)
    const asked = await chat.heard("POST /chat/cam-back")
    expect(asked.body).toEqual({ auth: expect.stringMatching(/^auth-of-cs-\d+/u) as unknown })
    expect(asked.headers).toMatchObject({ "x-api-key": CHAT_KEY })
    const { path, headers, body } = await engine.heard("POST")
    expect([path, body]).toEqual(["/camback/cs-7/whip", OFFER])
    expect(headers).toMatchObject({ authorization: `Bearer ${GRANTED.token}` })
    expect(headers["cookie"]).toBeUndefined()
  })

  it("is ended by its owner alone", async () => {
    const { guest, location } = await showing()
    const stranger = await scene.tabs.guest()
    expect((await end(stranger, location)).status).toBe(204)
    expect(engine.all("DELETE")).toHaveLength(0)
    // Watching and the visitor's own camera have separate addresses.
    expect((await end(guest, location.replace("cam-backs", "watching"))).status).toBe(204)
    expect(engine.all("DELETE")).toHaveLength(0)
    expect((await end(guest, location)).status).toBe(204)
    await engine.heard("DELETE")
  })

  it("is ended with its session, and by a newer one", async () => {
    const { guest, performerId } = await showing()
    chat.script("POST /chat/cam-back", { status: 200, body: GRANTED })
    expect((await offer(guest, performerId)).status).toBe(201)
    await engine.heard("DELETE")
    await guest.ask({ _tag: "LeaveRoom", performerId })
    await engine.heard("DELETE", 2)
    expect(await refused(await offer(guest, performerId))).toEqual([404, "visit.unknown"])
  })

  it("can be shown by nobody else", async () => {
    const [guest, performerId] = await inRoom()
    const [stranger] = await inRoom()
    expect(await refused(await offer(stranger, performerId, guest.visit))).toEqual([
      404,
      "visit.unknown",
    ])
    expect(await refused(await offer(guest, "another-room"))).toEqual([404, "visit.unknown"])
    expect(chat.all("POST /chat/cam-back")).toEqual([])
    expect(engine.calls).toEqual([])
  })

  it.each([
    [400, "camBackOff", [404, "noCamBack"]],
    [404, "chatNotStarted", [404, "visit.unknown"]],
    [500, "broken", [503, "request.unavailable"]],
  ] as const)("is refused as the service says: %s %s", async (status, label, told) => {
    const [guest, performerId] = await inRoom()
    chat.script("POST /chat/cam-back", { status, body: { label } })
    expect(await refused(await offer(guest, performerId))).toEqual(told)
    expect(engine.calls).toEqual([])
  })

  it("is in no log, whatever its outcome", async () => {
    const { guest, performerId } = await showing()
    for (const script of ["cut", { status: 500 }, { status: 403 }] as const) {
      chat.script("POST /chat/cam-back", { status: 200, body: GRANTED })
      engine.script(script)
      await offer(guest, performerId)
    }
    const told = [...scene.logged, ...guest.stream.events.map((event) => JSON.stringify(event))]
    expect(scene.logged.some((line) => line.includes("takes no camera"))).toBe(true)
    for (const secret of [GRANTED.token, "camera-of-a-page", "secret-", "203.0.113.7"]) {
      expect(
        told.filter((line) => line.includes(secret)),
        secret,
      ).toEqual([])
    }
  })
})
