/**
 * The credits that VIP holds from its acceptance until it is joined. The gateway is a process of its own, the
 * backend another, and a faulty line connects them. Also: viewers who were shown paid rooms too often without an
 * answer are refused.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestTab } from "../support/test-tabs.ts"
import { faultProxy, type FaultProxy } from "../support/fault-proxy.ts"
import { answerPings, join, type RoomMember, RoomScene } from "../support/room-scene.ts"

/** Seconds to join, more than a slow machine needs; a VIP that is not joined has a scene of its own. */
const LONGEST = "60"

let scene: RoomScene
let line: FaultProxy
beforeAll(async () => {
  scene = await RoomScene.start({
    isKilled: true,
    backendEnvironment: {
      CHAT_KEEP_ALIVE_SECONDS: "1",
      CHAT_SILENT_SECONDS: "3",
      VIP_JOIN_SECONDS: LONGEST,
    },
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

const credits = async ({ token }: RoomMember, { backend } = scene): Promise<number> => {
  const response = await fetch(`${backend.url}/credits`, {
    headers: { "X-Api-Key": "room-scene-key-0123456789", Authorization: `Bearer ${token}` },
  })
  return Number(((await response.json()) as { readonly credits: unknown }).credits)
}

const requested = async (from: "free" | "chat", at = scene) => {
  const performerId = await at.performer()
  const member = await at.member(1_000)
  const viewer = await at.watching(performerId, member)
  answerPings(viewer)
  if (from === "chat") await viewer.ask(join(performerId, "chat"))
  await viewer.ask({ _tag: "RequestVip", performerId })
  return { performerId, member, viewer }
}

const accepted = async (from: "free" | "chat", at = scene) => {
  const asked = await requested(from, at)
  await at.acts(asked.performerId, "accept")
  await asked.viewer.stream.event("VipAccepted")
  return asked
}

const tagsOf = ({ stream }: TestTab) => stream.events.map(({ event }) => event._tag)

describe("accepted VIP", () => {
  it("is told with what it holds, begins with it, and sends nobody out before that [CHAT-22]", async () => {
    const performerId = await scene.performer()
    const other = await scene.watching(performerId, await scene.member(600))
    answerPings(other)
    await other.ask(join(performerId, "chat"))
    await other.stream.event("PaidTimeCharged")
    const member = await scene.member(1_000)
    const viewer = await scene.watching(performerId, member)
    answerPings(viewer)
    await viewer.ask({ _tag: "RequestVip", performerId })
    await scene.acts(performerId, "accept")
    const acceptance = await viewer.stream.event("VipAccepted")
    const held = await viewer.stream.event("VipHeld")
    expect(held.event).toEqual({
      _tag: "VipHeld",
      performerId,
      credits: 40,
      joinWithinSeconds: Number(LONGEST),
    })
    // The balance comes over the other socket: between the two, before or after them.
    expect(held.seq).toBeLessThan(acceptance.seq)
    expect(await credits(member)).toBe(960)
    const joined = await viewer.ask(join(performerId, "vip"))
    expect(joined.event).toMatchObject({ _tag: "RoomJoined", mode: "vip" })
    const charged = await viewer.stream.event("PaidTimeCharged")
    expect(charged.event).toMatchObject({ credits: 40, seconds: 0 })
    const kicked = await other.stream.event("Kicked")
    expect(kicked.event["reason"]).toBe("vip_started")
    // Both times come from the same gateway's clock.
    expect(kicked.at).toBeGreaterThanOrEqual(acceptance.at)
    expect(await credits(member)).toBe(960)
    await viewer.ask({ _tag: "LeaveRoom", performerId })
  })

  it("is told, once the connection to the service is back, to the viewer who asked before it broke [CHAT-22]", async () => {
    const { performerId, member, viewer } = await requested("chat")
    line.set("reset")
    await viewer.stream.event("SourceInterrupted")
    // A backend that answers a later call has read that its end of the line broke, too.
    await credits(member)
    await scene.acts(performerId, "decline")
    line.set("pass")
    await viewer.stream.event("VipDeclined")
    await viewer.ask({ _tag: "LeaveRoom", performerId })
  })

  it("is paid back where the connection to the service breaks before it is joined, which is told in private", async () => {
    const { performerId, viewer } = await accepted("chat")
    line.set("reset")
    line.set("pass")
    await viewer.stream.event("VipDisconnected")
    const ended = await viewer.stream.event("VipHoldEnded")
    expect(ended.event).toMatchObject({ credits: 40, isReturned: true, reason: "interrupted" })
    expect(tagsOf(viewer)).not.toContain("RoomLeft")
    await viewer.ask({ _tag: "LeaveRoom", performerId })
  })

  it("is paid back where the connection to the service breaks before it is joined", async () => {
    const { performerId, member, viewer } = await accepted("free")
    line.set("reset")
    line.set("pass")
    await viewer.stream.event("SourceRestored")
    await expect.poll(() => credits(member)).toBe(1_000)
    expect(tagsOf(viewer)).not.toContain("PaidTimeStarted")
    const again = await viewer.ask({ _tag: "RequestVip", performerId })
    expect(again.event._tag).toBe("VipRequested")
  })

  it("is paid back where the gateway is killed before it is joined", async () => {
    const { performerId, member, viewer } = await accepted("free")
    await scene.restart()
    await expect.poll(() => credits(member), { timeout: 15_000 }).toBe(1_000)
    const back = await scene.back(viewer)
    answerPings(back)
    await back.stream.event("RoomJoined")
    const again = await back.ask({ _tag: "RequestVip", performerId })
    expect(again.event._tag).toBe("VipRequested")
  })
})

describe("accepted VIP that is not joined", () => {
  let hasty: RoomScene
  beforeAll(async () => {
    hasty = await RoomScene.start({ backendEnvironment: { VIP_JOIN_SECONDS: "1" } })
  })
  afterAll(() => hasty.stop())

  it("is kept, which is told with the time before the next request", async () => {
    const { performerId, member, viewer } = await accepted("free", hasty)
    const ended = await viewer.stream.event("VipHoldEnded")
    expect(ended.event).toMatchObject({
      credits: 40,
      isReturned: false,
      reason: "not_joined",
      waitSeconds: 60,
    })
    expect(await credits(member, hasty)).toBe(960)
    const { event } = await viewer.ask({ _tag: "RequestVip", performerId })
    expect(event).toMatchObject({ _tag: "VipRefused", label: "vipLetGo" })
    expect(Number(event["waitSeconds"])).toBeGreaterThan(0)
    expect(Number(event["waitSeconds"])).toBeLessThanOrEqual(60)
  })
})

describe("paid rooms", () => {
  it("are closed for an hour to a member who was shown three of them without an answer, and charge nothing meanwhile", async () => {
    const performerId = await scene.performer()
    const member = await scene.member(1_000)
    for (const _ of [1, 2, 3]) {
      const silent = await scene.loggedIn(member)
      expect((await silent.ask(join(performerId, "chat"))).event._tag).toBe("RoomJoined")
      expect((await silent.stream.event("Kicked")).event["reason"]).toBe("silent")
    }
    const viewer = await scene.watching(performerId, member)
    answerPings(viewer)
    const before = await credits(member)
    const refused = await viewer.ask(join(performerId, "chat"))
    expect(refused.event).toMatchObject({ _tag: "RoomJoinRefused", label: "unansweredTooOften" })
    expect(Number(refused.event["waitSeconds"])).toBeGreaterThan(3_500)
    const vip = await viewer.ask({ _tag: "RequestVip", performerId })
    expect(vip.event).toMatchObject({ _tag: "VipRefused", label: "unansweredTooOften" })
    expect(await credits(member)).toBe(before)
    // Watching in free chat is allowed.
    expect((await viewer.ask(join(performerId))).event._tag).toBe("RoomJoined")
  })
})
