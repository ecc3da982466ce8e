/** The performer's desk: it shows the room's messages, and its messages appear in the room. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDesks, testDesks } from "./desk.fixture.ts"

let desks: TestDesks
beforeAll(async () => {
  desks = await testDesks()
})
afterAll(() => desks.close())

/** A member who watches free. */
const watching = async (performerId: string) => {
  const { rooms } = desks
  const { token } = await rooms.memberWith(500)
  const lobby = await rooms.lobby(performerId)
  const { body } = await rooms.watch(lobby, performerId, { token })
  const auth = body["auth"]
  return {
    token,
    lobby,
    auth,
    session: String(body["session"]),
    name: String(body["nickname"]),
    say: (message: string, messageType: "room" | "host" = "room") =>
      rooms.act(auth, "message", {
        id: `line-${performerId}-${message.length}`,
        message,
        messageType,
      }),
  }
}

const held = async () => {
  const { performerId, username } = await desks.rooms.performer()
  const desk = desks.desk()
  await desk.see()
  expect((await desk.act(performerId, "TakeOver")).status).toBe(303)
  return { performerId, username, desk }
}

describe("a desk", () => {
  it("reads what a viewer writes, public and private, and answers everybody or one alone", async () => {
    const { performerId, username, desk } = await held()
    const viewer = await watching(performerId)
    await desks.rooms.act(viewer.auth, "changeNickname", { newNickname: "sterrenkijker" })
    await desk.until(performerId, (text) =>
      text.includes(`${viewer.name} is now called sterrenkijker`),
    )
    await viewer.say("hello everybody")
    await viewer.say("for you alone", "host")
    const page = await desk.until(performerId, (text) => text.includes("for you alone"))
    expect(page).toContain("hello everybody")
    expect(page).toMatch(/<i>privately<\/i>: <span>for you alone/u)
    expect(page).toContain(`id="viewer-${viewer.session}"`)
    expect(page).toContain("member · watches free")
    await desk.act(performerId, "Say", { text: "good evening", to: "" })
    expect(
      await viewer.lobby.until("message", ({ message }) => message === "good evening"),
    ).toMatchObject({ from: username, recipient: "room" })
    await desk.act(performerId, "Say", { text: "and to you", to: viewer.session })
    expect(
      await viewer.lobby.until("message", ({ message }) => message === "and to you"),
    ).toMatchObject({ session: viewer.session, recipient: "sterrenkijker" })
    expect(await desk.until(performerId, (text) => text.includes("and to you"))).toContain(
      "You to sterrenkijker",
    )
  })

  it("shows in one line that a viewer goes private, and that they are back", async () => {
    const { performerId, desk } = await held()
    const { token, name, lobby } = await watching(performerId)
    const joined = (await desks.rooms.join(token, performerId)).body
    const paid = await desks.rooms.session(String(joined["token"]))
    desks.rooms.present(paid)
    const inPrivate = await desk.until(performerId, (text) => text.includes("begins private chat"))
    expect(inPrivate).toContain(`${name} begins`)
    expect(inPrivate).not.toContain(`${name} has left`)
    await desks.rooms.leave(joined["token"])
    await paid.until("custom", ({ name: what }) => what === "paid-time-ended")
    await desks.rooms.watch(lobby, performerId, { token, nickname: name })
    const back = await desk.until(performerId, (text) => text.includes("watches free again"))
    expect(back).not.toContain(`${name} has left`)
  })

  it("accepts VIP, or declines it with a reason, and ends it", async () => {
    const { performerId, desk } = await held()
    const viewer = await watching(performerId)
    const { session } = viewer
    await desks.rooms.act(viewer.auth, "requestVip")
    await desk.until(performerId, (text) => text.includes(`id="accept-${session}"`))
    await desk.act(performerId, "DeclineVip", { session, reason: "in ten minutes" })
    expect(await viewer.lobby.until("decline-vip")).toMatchObject({ reason: "in ten minutes" })
    await desks.rooms.act(viewer.auth, "requestVip")
    await desk.act(performerId, "AcceptVip", { session })
    await viewer.lobby.until("accept-vip")
    const { body } = await desks.rooms.join(viewer.token, performerId, "vip")
    const paid = await desks.rooms.session(String(body["token"]))
    await desk.until(performerId, (text) => text.includes("pays for VIP"))
    await desk.act(performerId, "StopVip")
    await paid.until("stop-vip")
    const again = await desk.act(performerId, "AcceptVip", { session })
    expect(again.status).toBe(409)
    expect(again.text).toContain('role="alert">This viewer has left')
  })

  it("pauses, resumes, stops free chat and ends the show, and removes a viewer with a reason", async () => {
    const { performerId, desk } = await held()
    const viewer = await watching(performerId)
    const heard = (mode: string) =>
      viewer.lobby.until("chat-switch", (told) => told["mode"] === mode)
    await desk.act(performerId, "Switch", { mode: "chat" })
    await heard("chat")
    await desk.act(performerId, "Switch", { mode: "paused" })
    await heard("paused")
    await desk.act(performerId, "Resume")
    const modes = () =>
      viewer.lobby.heard.flatMap(([name, { mode }]) => (name === "chat-switch" ? [mode] : []))
    await expect.poll(modes).toEqual(["chat", "paused", "chat"])
    await desk.act(performerId, "Remove", { session: viewer.session, reason: "kicked" })
    expect(await viewer.lobby.until("kick")).toMatchObject({ reason: "kicked" })
    await desk.act(performerId, "Switch", { mode: "offline" })
    await viewer.lobby.until("room-closed")
    expect(await desk.until(performerId, (text) => text.includes("Start the show"))).toContain(
      "Nobody is in the room.",
    )
  })

  it("blocks a member from the room, who is told and does not come back, and no guest [BLOCK-04]", async () => {
    const { performerId, desk } = await held()
    const lobby = await desks.rooms.lobby(performerId)
    const { token } = await desks.rooms.memberWith(500)
    const member = (await desks.rooms.watch(lobby, performerId, { token })).body
    const guest = (await desks.rooms.watch(lobby, performerId)).body
    const nobody = await desk.act(performerId, "Block", { session: String(guest["session"]) })
    expect(nobody.status).toBe(409)
    await desk.act(performerId, "Block", { session: String(member["session"]) })
    const out = await lobby.until("kick", ({ session }) => session === member["session"])
    expect(out["reason"]).toBe("kicked")
    const again = await desks.rooms.watch(lobby, performerId, { token })
    expect(again.body["label"]).toBe("blocked")
    const name = String(member["nickname"])
    await desk.until(performerId, (text) => text.includes(`You blocked ${name}`))
  })

  it("starts the show of a performer who is offline, in a room that nobody has entered yet", async () => {
    const { performerId } = await desks.rooms.performer(0)
    const desk = desks.desk()
    await desk.see()
    await desk.act(performerId, "TakeOver")
    await desk.act(performerId, "Switch", { mode: "free" })
    const viewer = await watching(performerId)
    expect(await desk.until(performerId, (text) => text.includes(viewer.name))).toContain(
      "In free chat",
    )
  })

  it("shows tips as they come in", async () => {
    const { performerId, desk } = await held()
    const viewer = await watching(performerId)
    const tip = { id: "tip-number-1", amount: 150, tipType: "kiss", message: "<b>for you</b>" }
    await desks.rooms.act(viewer.auth, "tip", { ...tip, isPublic: false })
    const page = await desk.until(performerId, (text) => text.includes("tips 150\u00A0credits"))
    expect(page).toContain("&lt;b&gt;for you&lt;/b&gt;")
    expect(page).toMatch(/tips 150\scredits<\/b> <i>privately/u)
  })

  it("is the only one that holds a performer, until it hands her back", async () => {
    const { performerId, desk } = await held()
    const viewer = await watching(performerId)
    const other = desks.desk()
    await other.see()
    expect((await other.act(performerId, "TakeOver")).status).toBe(409)
    await viewer.say("not for the other")
    await desk.until(performerId, (text) => text.includes("not for the other"))
    const page = (await other.see(`/${performerId}`)).text
    expect(page).toContain("is at another desk")
    expect(page).not.toContain("not for the other")
    expect((await other.act(performerId, "Say", { text: "no", to: "" })).text).toContain(
      "Another desk has this performer now.",
    )
    await desk.act(performerId, "HandBack")
    expect((await other.act(performerId, "TakeOver")).status).toBe(303)
    const [third, fourth] = [desks.desk(), desks.desk()]
    const { performerId: another } = await desks.rooms.performer()
    const both = await Promise.all([third, fourth].map((one) => one.act(another, "TakeOver")))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
    // Messages sent while another desk has the performer are not shown.
    expect((await other.see(`/${performerId}`)).text).not.toContain("not for the other")
    expect((await desk.act(performerId, "Say", { text: "no", to: "" })).status).toBe(409)
  })

  it("that stopped asking gives her back, and cannot speak for her then", async () => {
    const quick = await testDesks({ deskAwayMs: 200 })
    const { performerId } = await quick.rooms.performer()
    const desk = quick.desk()
    await desk.see()
    await desk.act(performerId, "TakeOver")
    const other = quick.desk()
    await other.see()
    await expect.poll(async () => (await other.act(performerId, "TakeOver")).status).toBe(303)
    await quick.close()
  })

  it("finds performers by a part of their names, and marks its own", async () => {
    const { performerId, username, desk } = await held()
    const { text } = await desk.see("", { name: username.slice(1).toUpperCase() })
    expect(text).toContain(`id="performer-${performerId}"`)
    expect(text).toMatch(/0 in the room · yours/u)
    expect((await desk.see("", { name: "nobody is called this" })).text).toContain(
      "No performer has",
    )
  })
})

describe("a demo performer", () => {
  it("says nothing while a desk holds her, and answers again after that", async () => {
    const demo = await testDesks({ demo: true, demoAt: Date.UTC(2026, 10, 20, 20) })
    const desk = demo.desk()
    const { text } = await desk.see()
    const [, performerId = ""] = /id="performer-([\w-]+)" data-mode="free"/u.exec(text) ?? []
    const { token } = await demo.rooms.memberWith(500)
    const lobby = await demo.rooms.lobby(performerId)
    const { body } = await demo.rooms.watch(lobby, performerId, { token })
    const say = (message: string) =>
      demo.rooms.act(body["auth"], "message", {
        id: `line-${message}`,
        message,
        messageType: "room",
      })
    const fromHost = () =>
      lobby.heard.flatMap(([name, { message, messageType }]) =>
        name === "message" && messageType === "host" ? [message] : [],
      )
    await say("hello one")
    await expect.poll(() => fromHost().length, { timeout: 20_000 }).toBe(1)
    await desk.act(performerId, "TakeOver")
    await say("hello two")
    await desk.act(performerId, "Say", { text: "by hand", to: "" })
    await desk.act(performerId, "HandBack")
    await say("hello three")
    await expect.poll(() => fromHost().length, { timeout: 20_000 }).toBe(3)
    expect(fromHost()[1]).toBe("by hand")
    // A request that the desk left open is answered too.
    await desk.act(performerId, "TakeOver")
    await demo.rooms.act(body["auth"], "requestVip")
    await desk.act(performerId, "HandBack")
    const answers = () => lobby.heard.filter(([name]) => /^(?:accept|decline)-vip$/u.test(name))
    await expect.poll(() => answers().length, { timeout: 20_000 }).toBe(1)
    await demo.close()
  })
})

describe("the desk's pages", () => {
  it("show what viewers say as text, never as markup", async () => {
    const { performerId, desk } = await held()
    const viewer = await watching(performerId)
    await viewer.say('<img src=x onerror="alert(1)"></span><script>x</script>')
    const page = await desk.until(performerId, (text) => text.includes("onerror"))
    expect(page).not.toContain("<img")
    expect(page).not.toContain("<script>")
    expect(page).toContain("&lt;img src=x")
  })

  it("have a strict content policy, and run nothing but their own script", async () => {
    const desk = desks.desk()
    const { headers, text } = await desk.see()
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; script-src 'self'; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get("referrer-policy")).toBe("same-origin")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict$/u)
    expect(text.match(/<script/gu)).toHaveLength(1)
  })

  it("change nothing for another site's page, or for one that does not name its origin", async () => {
    const { performerId } = await desks.rooms.performer()
    const desk = desks.desk()
    await desk.see()
    for (const origin of ["https://elsewhere.example", "null", "http://127.0.0.1:1", null]) {
      const refused = await desk.post(`/${performerId}`, { act: "TakeOver" }, { origin })
      expect(refused.status).toBe(403)
    }
    expect((await desk.see(`/${performerId}`)).text).toContain("Nobody is acting for")
  })

  it("say where a performer is unknown, and where the backend does not answer", async () => {
    const desk = desks.desk()
    expect((await desk.see("/nobody-at-all")).status).toBe(404)
    const alone = await testDesks()
    const lonely = alone.desk()
    await alone.rooms.close()
    expect((await lonely.see()).status).toBe(503)
    await alone.close().catch(() => undefined)
  })
})

describe("a desk with a password", () => {
  const PASSWORD = "a long password"
  let locked: TestDesks
  beforeAll(async () => {
    locked = await testDesks({}, PASSWORD)
  })
  afterAll(() => locked.close())

  it("shows nothing before it was entered, whatever a browser keeps, and opens with it", async () => {
    const { performerId, username } = await locked.rooms.performer()
    const desk = locked.desk()
    for (const path of ["", `/${performerId}`]) {
      const { status, text } = await desk.see(path)
      expect(status).toBe(403)
      expect(text).not.toContain(username)
      expect(text).toContain('type="password"')
    }
    expect((await desk.act(performerId, "TakeOver")).status).toBe(403)
    const forged = await fetch(`${locked.url}/desk`, {
      headers: { Cookie: `desk=${"a".repeat(32)}` },
    })
    expect(forged.status).toBe(403)
    expect((await desk.post("/log-in", { password: "another one" })).status).toBe(403)
    expect((await desk.post("/log-in", { password: PASSWORD })).status).toBe(303)
    expect((await desk.see(`/${performerId}`)).text).toContain(username)
    await desk.post("/log-out", {})
    expect((await desk.see()).status).toBe(403)
  })

  it("refuses a browser that tries too often, even with the right one", async () => {
    const guarded = await testDesks({}, PASSWORD)
    const desk = guarded.desk()
    const statuses: Array<number> = []
    for (let index = 0; index < 11; index++) {
      statuses.push((await desk.post("/log-in", { password: `wrong ${index}` })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
    expect((await desk.post("/log-in", { password: PASSWORD })).status).toBe(429)
    await guarded.close()
  })
})

describe("the backend's interface for desks", () => {
  it("is open to its own key alone", async () => {
    const { performerId } = await desks.rooms.performer()
    const desk = { "X-Desk": "a-desk-of-this-test-alone" }
    for (const path of ["", `/${performerId}`]) {
      expect((await desks.backend(path, desk)).status).toBe(401)
      expect((await desks.backend(path, { ...desk, "X-Desk-Key": "another" })).status).toBe(401)
      expect((await desks.backend(path, { ...desk, "X-Desk-Key": desks.key })).status).toBe(200)
      expect((await desks.backend(path, { "X-Desk-Key": desks.key })).status).toBe(400)
    }
  })

  it("does not exist without a key", async () => {
    const none = await testDesks({ deskKey: null })
    const { status } = await none.backend("", { "X-Desk-Key": "", "X-Desk": "a-desk-of-this-test" })
    expect(status).toBe(404)
    await none.close()
  })
})
