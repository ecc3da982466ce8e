/** Rooms over real sockets and a real database: who receives which event, what is refused, what is charged. */
import { Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBackendConfig } from "../config.ts"
import { type TestRooms, testRooms } from "./chat.fixture.ts"

const { chat } = Result.getOrThrow(readBackendConfig({}))

let rooms: TestRooms
beforeAll(async () => {
  rooms = await testRooms({ chat: { ...chat, keepAliveMs: 100, silentAfterMs: 1_500 } })
})
afterAll(() => rooms.close())

describe("a free room", () => {
  it("sends a line to all who watch over one connection, and its writer receives it once", async () => {
    const { performerId, username } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const member = await rooms.memberWith(300)
    const guest = await rooms.watch(lobby, performerId)
    const watched = await rooms.watch(lobby, performerId, { token: member.token })
    expect([guest.status, watched.status]).toEqual([200, 200])
    expect(guest.body).toMatchObject({ freeSecondsLeft: 600, room: { mode: "free", count: 1 } })
    expect(watched.body["freeSecondsLeft"]).toBeUndefined()
    const said = { id: "command-1", message: "  hallo \u202eallemaal ", messageType: "room" }
    expect((await rooms.act(watched.body["auth"], "message", said)).status).toBe(200)
    const message = await lobby.until("message")
    expect(message).toEqual({
      id: "command-1",
      from: watched.body["nickname"],
      message: "hallo allemaal",
      messageType: "member",
      recipient: "room",
      accounts: [{ nickname: watched.body["nickname"], memberId: member.memberId }],
    })
    await rooms.acts(performerId, "say", "welkom")
    expect(await lobby.until("message", ({ from }) => from === username)).toMatchObject({
      message: "welkom",
      messageType: "host",
      recipient: "room",
      accounts: [],
    })
    const refusal = await rooms.act(guest.body["auth"], "message", { ...said, id: "command-2" })
    expect([refusal.status, refusal.body["label"]]).toEqual([400, "membersOnly"])
  })

  it("ends the older of two sessions of one browser", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const first = await rooms.watch(lobby, performerId, { viewer: "the-same-browser-1" })
    const second = await rooms.watch(lobby, performerId, { viewer: "the-same-browser-1" })
    expect(second.status).toBe(200)
    expect(await lobby.until("kick")).toEqual({
      session: first.body["session"],
      reason: "duplicate_session",
    })
    expect((await rooms.leave(first.body["auth"])).body["label"]).toBe("chatNotStarted")
  })

  it("keeps the name of a viewer who goes on to private chat, and lists them once", async () => {
    const { performerId } = await rooms.performer()
    const { token } = await rooms.memberWith(500)
    const lobby = await rooms.lobby(performerId)
    const { body: free } = await rooms.watch(lobby, performerId, { token })
    const { body: paid } = await rooms.join(token, performerId)
    expect(paid["nickname"]).toBe(free["nickname"])
    const onlooker = await rooms.watch(lobby, performerId)
    expect(onlooker.body["room"]).toMatchObject({ count: 2 })
    await rooms.leave(free["auth"])
    const session = await rooms.session(String(paid["token"]))
    expect(await session.until("updated-members")).toMatchObject({
      count: 2,
      members: [free["nickname"], onlooker.body["nickname"]],
    })
    const other = await rooms.watch(lobby, performerId, { nickname: String(free["nickname"]) })
    expect(other.body["nickname"]).toBe(`${String(free["nickname"])}2`)
  })

  it("gives a nickname to one viewer at a time", async () => {
    const { performerId, username } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const a = await rooms.watch(lobby, performerId)
    const b = await rooms.watch(lobby, performerId)
    const rename = (auth: unknown, newNickname: string) =>
      rooms.act(auth, "changeNickname", { newNickname })
    expect((await rename(a.body["auth"], "Sterre")).status).toBe(200)
    expect((await rename(b.body["auth"], "sterre")).body["label"]).toBe("nicknameTaken")
    expect((await rename(b.body["auth"], username.slice(0, 14))).status).toBe(200)
    expect((await rename(b.body["auth"], "abc")).status).toBe(400)
  })

  it("gives nobody the name of another member or of the room itself", async () => {
    const { performerId } = await rooms.performer()
    const member = await rooms.memberWith(100)
    const lobby = await rooms.lobby(performerId)
    const { auth } = (await rooms.watch(lobby, performerId)).body
    const rename = async (newNickname: string) =>
      (await rooms.act(auth, "changeNickname", { newNickname })).body["label"]
    const other = await rooms.memberWith(0)
    const body = { username: "bewonderaar" }
    await rooms.call("POST", "/change-username", { token: other.token, body })
    expect(await rename("Bewonderaar")).toBe("nicknameTaken")
    for (const name of ["moderator", "Foldcast team"]) {
      expect(await rename(name), name).toBe("badRequest.forbidden")
    }
    for (const name of ["SօlarNova", "Sanne ✔"]) {
      expect(await rename(name), name).toBe("badRequest.characters")
    }
    const own = (await rooms.watch(lobby, performerId, { token: member.token })).body
    const back = { newNickname: String(own["nickname"]) }
    expect((await rooms.act(own["auth"], "changeNickname", back)).status).toBe(200)
  })

  it("gives nobody the name of a performer, neither in her own room nor in another's", async () => {
    const { performerId } = await rooms.performer(3, "SolarNova")
    const other = await rooms.performer(3, "Sterre")
    const renaming = async (of: { readonly performerId: string }) => {
      const lobby = await rooms.lobby(of.performerId)
      const { auth } = (await rooms.watch(lobby, of.performerId)).body
      return async (newNickname: string) =>
        (await rooms.act(auth, "changeNickname", { newNickname })).body["label"]
    }
    const [hers, others] = [await renaming({ performerId }), await renaming(other)]
    for (const name of ["SolarNova", "solar nova", "S0larN0va", "SoIarNova", "S.olar-Nóva"]) {
      expect([name, await hers(name)]).toEqual([name, "badRequest.lookalike"])
    }
    for (const name of ["SolarNova", "S0larNova"]) {
      expect([name, await others(name)]).toEqual([name, "badRequest.lookalike"])
    }
  })

  it("takes a name plus a number for another name than that of a performer elsewhere, and not of its own host", async () => {
    const host = await rooms.performer(3, "Maan")
    await rooms.performer(3, "Mees")
    const lobby = await rooms.lobby(host.performerId)
    const { auth } = (await rooms.watch(lobby, host.performerId)).body
    const rename = (newNickname: string) => rooms.act(auth, "changeNickname", { newNickname })
    expect((await rename("Maan2")).body["label"]).toBe("badRequest.lookalike")
    expect((await rename("Mees1987")).status).toBe(200)
  })

  it.each([
    ["a performer's", "CopperCreek", "badRequest.lookalike"],
    ["reserved by now", "TheModerator", "badRequest.forbidden"],
    ["of a performer, with a digit for a letter", "C0pperCreek", "badRequest.lookalike"],
  ])("draws a name for a viewer whose own is %s, and says why", async (_, username, label) => {
    await rooms.performer(3, "CopperCreek")
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.enter("a logged-in member", { credits: 300, username })
    const watching = (await rooms.watch(lobby, performerId, { token })).body
    expect(watching).toMatchObject({ nicknameRefused: label })
    expect(watching["nickname"]).toMatch(/^anon\d{7}$/u)
    // In private they keep the same name, and are not asked again.
    const paid = (await rooms.join(token, performerId)).body
    expect(paid["nickname"]).toBe(watching["nickname"])
    expect(paid["nicknameRefused"]).toBeUndefined()
    const { body } = await rooms.call("GET", "/basic-info", { token })
    expect(body).toMatchObject({ username, showChangeUsername: true })
  })

  it("draws a name at once for a viewer who begins to pay, and asks nobody else for one", async () => {
    const { performerId } = await rooms.performer(1)
    const { token } = await rooms.enter("a logged-in member", {
      credits: 300,
      username: "foldcast-team",
    })
    const paid = (await rooms.join(token, performerId)).body
    expect(paid).toMatchObject({ nicknameRefused: "badRequest.forbidden" })
    expect(paid["nickname"]).toMatch(/^anon/u)
    const fit = await rooms.enter("a logged-in member", { credits: 300, username: "Sanne_87" })
    const joined = (await rooms.join(fit.token, performerId)).body
    expect(joined["nickname"]).toBe("Sanne_87")
    expect(joined["nicknameRefused"]).toBeUndefined()
    const { body } = await rooms.call("GET", "/basic-info", { token: fit.token })
    expect(body).toMatchObject({ showChangeUsername: false })
  })

  it("takes back a chosen name in the room of the performer that it looks like", async () => {
    const { performerId } = await rooms.performer()
    const viewer = "a-browser-of-a-guest"
    const first = (await rooms.watch(await rooms.lobby(performerId), performerId, { viewer })).body
    await rooms.act(first["auth"], "changeNickname", { newNickname: "Saffier" })
    const late = await rooms.performer(3, "Saffier")
    const lobby = await rooms.lobby(late.performerId)
    for (const nickname of [undefined, "Saffier", "SaFFier2"]) {
      const named = { viewer, ...(nickname !== undefined && { nickname }) }
      const there = (await rooms.watch(lobby, late.performerId, named)).body
      expect(there["nickname"]).toMatch(/^anon/u)
      expect(there["nicknameRefused"]).toBe("badRequest.lookalike")
    }
  })

  it("stays closed for a while to a viewer whom the performer sent out, whether they watch or pay", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.memberWith(300)
    const watching = await rooms.watch(lobby, performerId, { token })
    await rooms.acts(performerId, "kick", String(watching.body["nickname"]))
    expect(await lobby.until("kick")).toMatchObject({ session: watching.body["session"] })
    expect((await rooms.watch(lobby, performerId, { token })).body["label"]).toBe("sentOut")
    expect((await rooms.join(token, performerId)).body["label"]).toBe("sentOut")
    expect((await rooms.watch(lobby, performerId)).status).toBe(200)
    const other = await rooms.performer()
    expect(
      (await rooms.watch(await rooms.lobby(other.performerId), other.performerId, { token }))
        .status,
    ).toBe(200)
  })
})

describe("paid chat", () => {
  it("is charged ahead, pays back what was not used, and names its movements", async () => {
    const { performerId } = await rooms.performer(1)
    const { token } = await rooms.memberWith(300)
    const joined = await rooms.join(token, performerId)
    expect(joined.body).toMatchObject({ creditsPerMinute: 60 })
    const session = await rooms.session(String(joined.body["token"]))
    rooms.present(session)
    await session.until("custom", ({ name }) => name === "paid-time-charged")
    expect(await rooms.credits(token)).toBe(290)
    await session.until("keep-alive")
    expect((await rooms.leave(joined.body["token"])).status).toBe(200)
    const { data } = await session.until("custom", ({ name }) => name === "paid-time-ended")
    await session.closed
    const receipt = data as { credits: number; seconds: number; movements: Array<string> }
    expect(receipt.credits).toBe(receipt.seconds)
    // Ten seconds were paid ahead.
    expect(receipt.seconds).toBeLessThan(10)
    expect(receipt.movements).toHaveLength(2)
    expect(await rooms.credits(token)).toBe(300 - receipt.credits)
  })

  it("cannot be begun by a member with less than a minute's credits, nor where no performer is there", async () => {
    const { performerId } = await rooms.performer(1)
    const away = await rooms.performer(0)
    const poor = await rooms.memberWith(59)
    const refusal = await rooms.join(poor.token, performerId)
    expect(refusal.body["label"]).toBe("badRequest.deduct.credits.amount")
    const member = await rooms.memberWith(60)
    expect((await rooms.join(member.token, away.performerId)).body["label"]).toBe(
      "performerOffline",
    )
  })

  it("is written in with what is paid ahead, by a member whose credits would be too few to write free [CHAT-40]", async () => {
    const { performerId } = await rooms.performer()
    const { token } = await rooms.memberWith(60)
    const line = (id: string) => ({ id, message: "hello", messageType: "host" })
    const poor = await rooms.memberWith(50)
    const watching = (await rooms.watch(await rooms.lobby(performerId), performerId, poor)).body
    const joined = await rooms.join(token, performerId)
    const session = await rooms.session(String(joined.body["token"]))
    rooms.present(session)
    await session.until("custom", ({ name }) => name === "paid-time-charged")
    expect(await rooms.credits(token)).toBe(50)
    const refused = await rooms.act(watching["auth"], "message", line("line-free"))
    expect(refused.body["label"]).toBe("badRequest.deduct.credits.amount")
    expect((await rooms.act(joined.body["token"], "message", line("line-paid"))).status).toBe(200)
    expect(await session.until("message")).toMatchObject({ id: "line-paid" })
    await rooms.leave(joined.body["token"])
    await session.closed
  })

  it("ends a session that sends no answers, and charges nothing after its last answer", async () => {
    const { performerId } = await rooms.performer(1)
    const { token } = await rooms.memberWith(300)
    const joined = await rooms.join(token, performerId)
    const session = await rooms.session(String(joined.body["token"]))
    expect(await session.until("kick")).toMatchObject({ reason: "silent" })
    await session.closed
    expect(await rooms.credits(token)).toBe(300)
  })
})

describe("VIP", () => {
  it("is requested, accepted, joined and ended", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.memberWith(1_000)
    const watched = await rooms.watch(lobby, performerId, { token })
    const { auth, session: id } = watched.body
    expect((await rooms.join(token, performerId, "vip")).body["label"]).toBe("vipNotAccepted")
    expect((await rooms.act(auth, "requestVip")).status).toBe(200)
    expect(await lobby.until("request-vip")).toMatchObject({ session: id })
    await rooms.acts(performerId, "accept")
    expect(await lobby.until("accept-vip")).toEqual({ session: id })
    expect(await lobby.until("custom")).toEqual({
      session: id,
      name: "vip-held",
      data: { credits: 40, joinWithinSeconds: 15 },
    })
    expect(await rooms.credits(token)).toBe(960)
    const joined = await rooms.join(token, performerId, "vip")
    expect(joined.body).toMatchObject({ creditsPerMinute: 240 })
    await rooms.leave(auth, "switched")
    const vip = await rooms.session(String(joined.body["token"]))
    rooms.present(vip)
    await vip.until("custom", ({ name }) => name === "paid-time-charged")
    expect(await lobby.until("chat-switch", ({ mode }) => mode === "vip")).toEqual({ mode: "vip" })
    expect(await rooms.credits(token)).toBe(960)
    expect((await rooms.act(joined.body["token"], "stopVip")).status).toBe(200)
    await vip.until("stop-vip")
    await vip.closed
    await lobby.until("chat-switch", ({ mode }) => mode === "free")
  })

  it("keeps the name that its viewer had in private chat", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.memberWith(1_000)
    const { body: free } = await rooms.watch(lobby, performerId, { token })
    const { body: paid } = await rooms.join(token, performerId)
    await rooms.leave(free["auth"], "switched")
    const own = await rooms.session(String(paid["token"]))
    rooms.present(own)
    expect((await rooms.act(paid["token"], "requestVip")).status).toBe(200)
    await rooms.acts(performerId, "accept")
    await own.until("accept-vip")
    const vip = await rooms.join(token, performerId, "vip")
    expect(vip.body["nickname"]).toBe(free["nickname"])
  })

  it("is declined in the performer's own words, or by itself when nobody answers in time", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.memberWith(1_000)
    const { auth, session } = (await rooms.watch(lobby, performerId, { token })).body
    await rooms.act(auth, "requestVip")
    await rooms.acts(performerId, "decline", "straks")
    expect(await lobby.until("decline-vip")).toEqual({ session, reason: "straks" })
  })
})

describe("tips", () => {
  it("are paid once however often they are sent, and are told by kind", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.memberWith(1_000)
    const { auth } = (await rooms.watch(lobby, performerId, { token })).body
    const tip = { id: "command-tip", amount: 150, tipType: "kiss", message: "", isPublic: true }
    for (const _ of [1, 2]) expect((await rooms.act(auth, "tip", tip)).status).toBe(200)
    expect(await lobby.until("tip")).toMatchObject({ amount: 150, tipType: "kiss" })
    expect(await rooms.credits(token)).toBe(850)
    const toy = { ...tip, id: "command-toy", tipType: "normal", vibrate: 3 }
    await rooms.act(auth, "tip", toy)
    expect(await lobby.until("ft-tip")).toMatchObject({ level: 3, seconds: 3 })
    expect(lobby.heard.filter(([name]) => name === "tip")).toHaveLength(1)
    expect(await lobby.until("cybertoy")).toMatchObject({ level: 3 })
    for (const amount of [99, 100_001]) {
      const refusal = await rooms.act(auth, "tip", {
        ...tip,
        id: `c-${amount}`,
        amount,
        tipType: "gift",
      })
      expect(refusal.status).toBe(400)
    }
    expect(await rooms.credits(token)).toBe(700)
  })

  it("of anybody else are refused while she is in VIP, in her room and outside of it, and cost nothing", async () => {
    const { performerId, username } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.memberWith(1_000)
    const { auth } = (await rooms.watch(lobby, performerId, { token })).body
    await rooms.act(auth, "requestVip")
    await rooms.acts(performerId, "accept")
    await lobby.until("accept-vip")
    const joined = await rooms.join(token, performerId, "vip")
    await rooms.leave(auth, "switched")
    const vip = await rooms.session(String(joined.body["token"]))
    rooms.present(vip)
    await vip.until("custom", ({ name }) => name === "paid-time-charged")
    const other = await rooms.memberWith(1_000)
    const watching = (await rooms.watch(lobby, performerId, other)).body
    const outside = (id: string, giver: string) =>
      rooms.call("POST", "/tip", {
        token: giver,
        body: { id, username, amount: 150, text: "", flag: true },
      })
    const wink = { amount: 50, tipType: "wink", message: "", isPublic: true }
    for (const refusal of [
      await rooms.act(watching["auth"], "tip", { ...wink, id: "tip-inside" }),
      await outside("tip-outside", other.token),
    ]) {
      expect([refusal.status, refusal.body["label"]]).toEqual([400, "performerBusy"])
    }
    expect(await rooms.credits(other.token)).toBe(1_000)
    // Her viewer there tips her as before, and so does everybody where nobody knows of VIP.
    expect(
      (await rooms.act(joined.body["token"], "tip", { ...wink, id: "tip-in-vip" })).status,
    ).toBe(200)
    expect(await vip.until("tip")).toMatchObject({ id: "tip-in-vip" })
    await rooms.act(joined.body["token"], "stopVip")
    await lobby.until("chat-switch", ({ mode }) => mode === "free")
    expect((await outside("tip-after", other.token)).status).toBe(200)
    const listed = await rooms.performer(5)
    const listedTip = {
      id: "tip-listed",
      username: listed.username,
      amount: 150,
      text: "",
      flag: true,
    }
    const refusal = await rooms.call("POST", "/tip", { token: other.token, body: listedTip })
    expect(refusal.body["label"]).toBe("performerBusy")
  })

  it("are refused with a message in which nothing can be seen", async () => {
    const { performerId, username } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { token } = await rooms.memberWith(1_000)
    const { auth } = (await rooms.watch(lobby, performerId, { token })).body
    const tip = { id: "unseen-words", amount: 150, tipType: "kiss", isPublic: true }
    for (const message of ["\u200b\u200b", "\u3164"]) {
      const inside = await rooms.act(auth, "tip", { ...tip, message })
      const body = { id: "unseen-words-2", username, amount: 150, text: message, flag: true }
      const outside = await rooms.call("POST", "/tip", { body, token })
      for (const refusal of [inside, outside]) {
        expect(refusal.status).toBe(400)
        expect(JSON.stringify(refusal.body)).toContain("nothingToSee")
      }
    }
    expect(await rooms.credits(token)).toBe(1_000)
  })
})
