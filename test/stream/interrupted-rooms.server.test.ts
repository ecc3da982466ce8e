/**
 * Rooms while something breaks: the connection to the chat service, the gateway, the browser. Missed time is
 * reported, the gateway queries the room again, and what cannot be restored is reported as lost.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestTab } from "../support/test-tabs.ts"
import { faultProxy, type FaultProxy } from "../support/fault-proxy.ts"
import { answerPings, join, RoomScene } from "../support/room-scene.ts"

let scene: RoomScene
let line: FaultProxy
beforeAll(async () => {
  scene = await RoomScene.start({
    environment: { WATCHING_AWAY_MS: "1000" },
    backendEnvironment: { CHAT_KEEP_ALIVE_SECONDS: "1", CHAT_SILENT_SECONDS: "6" },
    chatSocketUrl: async (backend) => {
      const { hostname, port } = new URL(backend)
      line = await faultProxy({ host: hostname, port: Number(port) })
      return `http://127.0.0.1:${line.port}`
    },
  })
})
afterAll(async () => {
  await scene.stop()
  await line.close()
})

/** Tags since the interruption, without other viewers' arrivals and departures. */
const sinceInterrupted = ({ stream }: TestTab) =>
  stream.tags
    .slice(stream.tags.lastIndexOf("SourceInterrupted"))
    .filter((tag) => !tag.startsWith("RoomMember") || tag === "RoomMembersListed")

const cut = () => {
  line.set("reset")
  line.set("pass")
}

const paying = async (performerId: string) => {
  const member = await scene.member(600)
  const viewer = await scene.watching(performerId, member)
  answerPings(viewer)
  const joined = await viewer.ask(join(performerId, "chat"))
  await viewer.stream.event("PaidTimeCharged")
  return { member, viewer, session: joined.event["sessionId"] }
}

const said = async ({ stream }: TestTab, performerId: string, text: string) => {
  await scene.acts(performerId, "say", text)
  const heard = () =>
    stream.events.filter(
      ({ event }) => event._tag === "RoomMessageReceived" && event["message"] === text,
    ).length
  await stream.until(() => heard() > 0)
  return heard()
}

describe("a room whose connection breaks", () => {
  it("is told as interrupted, and entered again under the same name [API-093]", async () => {
    const performerId = await scene.performer()
    const viewers = [await scene.watching(performerId), await scene.watching(performerId)]
    const names = viewers.map(
      ({ stream }) => stream.events.find(({ event }) => event._tag === "RoomJoined")?.event,
    )
    cut()
    for (const [index, viewer] of viewers.entries()) {
      await viewer.stream.event("SourceRestored")
      const [first, ...since] = sinceInterrupted(viewer)
      expect(first).toBe("SourceInterrupted")
      // The new connection may receive the room's own list before it is entered again.
      const entered = since.indexOf("RoomJoined")
      expect(since.slice(entered, entered + 5)).toEqual([
        "RoomJoined",
        "RoomModeSwitched",
        "RoomMembersListed",
        "RoomSettingsChanged",
        "SourceRestored",
      ])
      const again = viewer.stream.events.findLast(({ event }) => event._tag === "RoomJoined")
      expect(again?.event["nickname"]).toBe(names[index]?.["nickname"])
      expect(again?.event["sessionId"]).not.toBe(names[index]?.["sessionId"])
    }
    // Every message goes to both viewers, so each viewer waits for a text of its own.
    for (const [index, viewer] of viewers.entries()) {
      expect(await said(viewer, performerId, `weer daar ${index}`)).toBe(1)
    }
  })

  it("goes on being paid for by the same session", async () => {
    const performerId = await scene.performer()
    const { viewer } = await paying(performerId)
    const joins = viewer.heard("RoomJoined")
    cut()
    await viewer.stream.event("SourceRestored")
    expect(viewer.heard("RoomJoined")).toBe(joins)
    expect(viewer.heard("PaidTimeStarted")).toBe(1)
    expect(await said(viewer, performerId, "nog steeds")).toBe(1)
  })

  it("is lost where the paid session has ended meanwhile", async () => {
    const performerId = await scene.performer()
    const { member, viewer } = await paying(performerId)
    line.set("reset")
    await viewer.stream.event("SourceInterrupted")
    const begun = { performerId, mode: "chat" }
    expect(await scene.call("POST", "/chat/join", member.token, begun)).toBe(200)
    line.set("pass")
    expect((await viewer.stream.event("RoomLeft")).event["reason"]).toBe("lost")
    await viewer.stream.event("SourceRestored")
    expect((await viewer.ask(join(performerId))).event._tag).toBe("RoomJoined")
  })
})

describe("a gateway after a restart", () => {
  it("restores a free room when its browser returns", async () => {
    const performerId = await scene.performer()
    const viewer = await scene.watching(performerId)
    const renamed = { _tag: "ChangeNickname", performerId, nickname: "Sterre" } as const
    expect((await viewer.ask(renamed)).event._tag).toBe("NicknameChanged")
    await scene.restart()
    const back = await scene.back(viewer)
    await back.stream.event("SourceRestored")
    expect(back.stream.tags).toContain("SourceInterrupted")
    expect((await back.stream.event("RoomJoined")).event["nickname"]).toBe("Sterre")
    expect(await said(back, performerId, "welkom terug")).toBe(1)
  })

  it("goes on with the paid session that still runs", async () => {
    const performerId = await scene.performer()
    const { viewer, session } = await paying(performerId)
    await scene.restart()
    const back = await scene.back(viewer)
    answerPings(back)
    const joined = await back.stream.event("RoomJoined")
    expect(joined.event).toMatchObject({ mode: "chat", sessionId: session })
    await back.stream.event("SourceRestored")
    const { event } = await back.ask({ _tag: "LeaveRoom", performerId })
    expect(event["reason"]).toBe("requested")
    expect((await back.stream.event("PaidTimeEnded")).event["reason"]).toBe("left")
  })

  it("restores the paid session for a command that comes before the stream does", async () => {
    const performerId = await scene.performer()
    const { viewer, session } = await paying(performerId)
    await scene.restart()
    const early = scene.reconnected(viewer.browser)
    const message = { performerId, message: "ben je er nog?", messageType: "host" } as const
    await early.command(viewer.visit, { _tag: "SendRoomMessage", ...message })
    await early.command(viewer.visit, { _tag: "LeaveRoom", performerId })
    const { stream } = await scene.back(viewer)
    const ended = await stream.event("PaidTimeEnded")
    expect(ended.event).toMatchObject({ sessionId: session, reason: "left" })
    const own = stream.events.find(({ event }) => event["message"] === message.message)
    expect(own?.event._tag).toBe("RoomMessageReceived")
    expect(stream.tags).not.toContain("RoomMessageRefused")
  })

  it("tells what the paid session cost to a viewer who watches free again before the stream is there", async () => {
    const performerId = await scene.performer()
    const { viewer, session } = await paying(performerId)
    await scene.restart()
    await scene.reconnected(viewer.browser).command(viewer.visit, join(performerId))
    const { stream } = await scene.back(viewer)
    expect((await stream.event("PaidTimeEnded")).event["sessionId"]).toBe(session)
    await stream.until(
      () => stream.tags.lastIndexOf("RoomJoined") > stream.tags.indexOf("PaidTimeEnded"),
    )
    expect(stream.events.findLast(({ event }) => event._tag === "RoomJoined")?.event["mode"]).toBe(
      "free",
    )
  })

  it("does nothing for a room that was left", async () => {
    const performerId = await scene.performer()
    const viewer = await scene.watching(performerId)
    await viewer.ask({ _tag: "LeaveRoom", performerId })
    await scene.restart()
    const back = await scene.back(viewer)
    await back.ask(join(performerId))
    expect(back.stream.tags).not.toContain("SourceInterrupted")
  })
})

describe("a browser that lost its connection", () => {
  it("sends no keep-alive, so that its session ends as silent, and one that does goes on [API-069]", async () => {
    const performerId = await scene.performer()
    const { viewer } = await paying(performerId)
    const silent = await scene.loggedIn(await scene.member(600))
    await silent.ask(join(performerId, "chat"))
    expect((await silent.stream.event("Kicked")).event["reason"]).toBe("silent")
    expect((await silent.stream.event("PaidTimeEnded")).event["reason"]).toBe("silent")
    expect(viewer.heard("Kicked")).toBe(0)
  })

  it("is out of a free room after a while, and is back under its name when it returns [CHAT-12]", async () => {
    const performerId = await scene.performer()
    const witness = await scene.watching(performerId)
    const viewer = await scene.watching(performerId)
    const renamed = { _tag: "ChangeNickname", performerId, nickname: "Maan" } as const
    expect((await viewer.ask(renamed)).event._tag).toBe("NicknameChanged")
    viewer.stream.close()
    expect((await witness.stream.event("RoomMemberLeft")).event["nickname"]).toBe("Maan")
    const back = await scene.back(viewer)
    await back.stream.event("SourceRestored")
    expect((await back.stream.event("RoomJoined")).event["nickname"]).toBe("Maan")
    expect(await said(back, performerId, "terug van weg")).toBe(1)
    expect(back.stream.tags).not.toContain("RoomLeft")
  })

  it("leaves its room when it logs out", async () => {
    const performerId = await scene.performer()
    const witness = await scene.watching(performerId)
    const leaving = await scene.watching(performerId, await scene.member(100))
    const name = leaving.stream.events.find(({ event }) => event._tag === "RoomJoined")?.event[
      "nickname"
    ]
    await leaving.ask({ _tag: "LogOut" })
    expect((await witness.stream.event("RoomMemberLeft")).event["nickname"]).toBe(name)
  })

  it("shares its room's one connection with all who watch", async () => {
    const performerId = await scene.performer()
    await scene.watching(performerId)
    const withOne = await scene.level("chat_connections")
    for (let viewer = 1; viewer < 5; viewer += 1) await scene.watching(performerId)
    // Rooms that were left before may still be closing theirs.
    expect(await scene.level("chat_connections")).toBeLessThanOrEqual(withOne)
  })
})
