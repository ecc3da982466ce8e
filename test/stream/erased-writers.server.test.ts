/**
 * A member who wrote in a room deletes their account: the effect on the other viewers' streams, on resumed streams,
 * in captures and on the gateway's disk (ADR 0040).
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { replayFile } from "@foldcast/replay/player"
import { filesWith } from "../security/database-dump.ts"
import type { TestTab } from "../support/test-tabs.ts"
import { removeDirectory, startGateway, temporaryDirectory } from "../support/gateway.ts"
import { RoomScene } from "../support/room-scene.ts"

/** A marker in the messages and in the name of the deleted member. */
const CANARY = "kanarie"
const NICKNAME = "Kanarie"
const isCanary = (text: string) => text.toLowerCase().includes(CANARY)

let scene: RoomScene
beforeAll(async () => {
  scene = await RoomScene.start()
})
afterAll(() => scene.stop())

const usernameOf = async ({ stream }: TestTab) =>
  String((await stream.event("MemberLoaded")).event["username"])

interface Evening {
  readonly performerId: string
  readonly author: TestTab
  readonly password: string
  readonly hearers: ReadonlyArray<TestTab>
  /** Each viewer's position before anything was written. */
  readonly before: ReadonlyArray<number>
  /** The author's names, in order. */
  readonly names: ReadonlyArray<string>
  /** Ids of the messages. */
  readonly lines: ReadonlyArray<string>
}

/** A member with a nickname writes and tips in a room with `hearing` viewers. */
const evening = async (hearing: number, elsewhere?: RoomScene): Promise<Evening> => {
  const performerId = await scene.performer()
  const hearers = await Promise.all(
    Array.from({ length: hearing }, () => (elsewhere ?? scene).watching(performerId)),
  )
  const last = hearers.at(-1)
  if (last === undefined) throw new Error("nobody hears it")
  // From here on only the author enters.
  await scene.acts(performerId, "say", "wie komt er")
  await Promise.all(hearers.map(({ stream }) => stream.event("RoomMessageReceived")))
  const before = hearers.map(({ stream }) => stream.positions.at(-1) ?? 0)
  const member = await scene.member(500)
  const author = await scene.watching(performerId, member)
  await author.ask({ _tag: "ChangeNickname", performerId, nickname: NICKNAME })
  const said = await author.ask({
    _tag: "SendRoomMessage",
    performerId,
    message: `een ${CANARY} zingt`,
    messageType: "room",
  })
  const tip = { amount: 150, tipType: "kiss", message: `van je ${CANARY}`, isPublic: true } as const
  const tipped = await author.ask({ _tag: "SendTip", performerId, ...tip })
  await scene.acts(performerId, "say", "dank je")
  for (const { stream } of hearers)
    await stream.until(() => stream.events.some(({ event }) => event["message"] === "dank je"))
  const lines = [String(said.event["messageId"]), String(tipped.event["tipId"])]
  const names = [String((await author.stream.event("RoomJoined")).event["nickname"]), NICKNAME]
  return { performerId, author, password: member.password, hearers, before, names, lines }
}

const deletes = async ({ author, password }: Evening) => {
  const { event } = await author.ask({
    _tag: "DeleteAccount",
    username: await usernameOf(author),
    password,
  })
  expect(event._tag).toBe("AccountDeleted")
}

/** The events of a stream that resumes at that position. */
const resumed = async (
  tab: TestTab,
  seq: number,
  from = scene,
): Promise<ReadonlyArray<OpenEnvelope>> => {
  const { epoch } = await tab.stream.first("hello")
  const stream = await from.attach(tab.browser, {
    visit: tab.visit,
    epoch,
    seq: String(seq),
  })
  return stream.events
}

const captureAnswer = (gateway: string, visit = "") => {
  const headers = { Authorization: "Bearer test-support-token-0000", "X-Reason": "a test" }
  return fetch(new URL(`/support/captures/${visit}`, gateway), { headers })
}
const captureOf = async (gateway: string, visit?: string) =>
  Buffer.from(await (await captureAnswer(gateway, visit)).arrayBuffer())

const erasedIds = (events: ReadonlyArray<OpenEnvelope>) =>
  events.flatMap(({ event }) => (event._tag === "RoomLineErased" ? [event["lineId"]] : []))

describe.each([
  ["one who heard it", 1],
  ["a whole room", 9],
])("what a member wrote who deleted their account, at %s,", (_whom, hearing) => {
  let told: Evening
  let whole: ReadonlyArray<OpenEnvelope>
  /** Enters after all messages and receives the list of viewers. */
  let late: TestTab
  beforeAll(async () => {
    told = await evening(hearing)
    const [first] = told.hearers
    if (first === undefined) throw new Error("nobody hears it")
    whole = await resumed(first, told.before[0] ?? 0)
  })

  it("was heard and sent again on resume, and can be read by nobody on the disk", async () => {
    expect(isCanary(JSON.stringify(whole))).toBe(true)
    const lines = whole.filter(({ event }) =>
      ["RoomMessageReceived", "TipReceived"].includes(event._tag),
    )
    expect(lines).toHaveLength(3)
    late = await scene.watching(told.performerId)
    const listed = await late.stream.event("RoomMembersListed")
    expect(listed.event["nicknames"]).toContain(NICKNAME)
    for (const text of [CANARY, NICKNAME])
      expect(filesWith(scene.gateway.dataDir, text)).toEqual([])
  })

  it("is announced as gone to whoever heard it, while they watch", async () => {
    await deletes(told)
    for (const { stream } of told.hearers.slice(1)) {
      await stream.until(() => erasedIds(stream.events).length === told.lines.length)
      expect(erasedIds(stream.events)).toEqual(told.lines)
    }
    const left = () => told.names.flatMap((name) => filesWith(scene.gateway.dataDir, name))
    await expect.poll(left).toEqual([])
  })

  it("is a marker in its place when they resume, and everything else is as it was", async () => {
    for (const [index, hearer] of told.hearers.entries()) {
      const from = told.before[index] ?? 0
      const events = await resumed(hearer, from)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => from + 1 + at))
      for (const name of told.names) expect(JSON.stringify(events)).not.toContain(name)
      expect(isCanary(JSON.stringify(events))).toBe(false)
      expect(erasedIds(events).slice(0, 2)).toEqual(told.lines)
      if (index > 0) continue
      for (const [at, before] of whole.entries()) {
        const now = events[at]
        const isTheirs = told.names.some((name) => JSON.stringify(before.event).includes(name))
        if (!isTheirs) expect(now).toEqual(before)
        else expect(now).toMatchObject({ seq: before.seq, id: before.id, at: before.at })
      }
    }
  })

  it("is in no list for a viewer who came later", async () => {
    const events = await resumed(late, 0)
    expect(events.map(({ event }) => event._tag)).toContain("RoomMembersListed")
    expect(JSON.stringify(events)).not.toContain(NICKNAME)
  })

  it("is a marker in captures, which fold to the state that they name", async () => {
    const [hearer] = told.hearers
    const packed = await captureOf(scene.gateway.url, hearer?.visit)
    const directory = await temporaryDirectory()
    const file = join(directory, "capture.ndjson.gz")
    writeFileSync(file, packed)
    const { verdict } = await replayFile(file)
    await removeDirectory(directory)
    const text = gunzipSync(packed).toString("utf8")
    expect([verdict._tag, isCanary(text)]).toEqual(["Ok", false])
    expect(text).toContain('"_tag":"RoomLineErased"')
  })
})

describe("a gateway where a member of another gateway was heard", () => {
  let elsewhere: RoomScene
  beforeAll(async () => {
    const environment = { DELETED_ACCOUNTS_EVERY_MS: "100" }
    // The scene's own backend: the scene closes it.
    const backend = { ...scene.backend, close: () => Promise.resolve() }
    elsewhere = await RoomScene.start({ environment, backend })
  })
  afterAll(() => elsewhere.stop())

  it("learns of the deletion by the service, and announces what is gone", async () => {
    const told = await evening(1, elsewhere)
    const [hearer] = told.hearers
    if (hearer === undefined) throw new Error("nobody hears it")
    await deletes(told)
    const { stream } = hearer
    await stream.until(() => erasedIds(stream.events).length === told.lines.length)
    const events = await resumed(hearer, told.before[0] ?? 0, elsewhere)
    for (const name of told.names) expect(JSON.stringify(events)).not.toContain(name)
    const list = () => readFileSync(join(elsewhere.gateway.dataDir, "deleted-accounts.txt"), "utf8")
    await expect.poll(list).toMatch(/^[0-9a-f]{64} /mu)
  })

  it("ends what a member has there who deleted the account at another one, and forgets their visits", async () => {
    const member = await scene.member(0)
    const there = await elsewhere.loggedIn(member)
    const here = await scene.loggedIn(member)
    const username = await usernameOf(here)
    await here.ask({ _tag: "DeleteAccount", username, password: member.password })
    expect(await there.stream.end()).toBe(4_401)
    const status = async () => (await captureAnswer(elsewhere.gateway.url, there.visit)).status
    await expect.poll(status).toBe(404)
  })
})

describe("a backup from before the deletion, keys included,", () => {
  it("brings nothing back, since the list of deleted accounts is applied to it", async () => {
    const told = await evening(9)
    const [hearer] = told.hearers
    if (hearer === undefined) throw new Error("nobody hears it")
    const backup = await temporaryDirectory()
    // Copied while it runs, as a backup of the database is.
    cpSync(scene.gateway.dataDir, backup, { recursive: true })
    await deletes(told)
    const list = join(scene.gateway.dataDir, "deleted-accounts.txt")
    expect(readFileSync(list, "utf8")).not.toBe("")
    const restored = await startGateway({
      upstream: scene.backend.url,
      environment: { MEMBER_API_KEY: "room-scene-key-0123456789", DELETED_ACCOUNTS_FILE: list },
      dataDir: backup,
    })
    const capture = gunzipSync(await captureOf(restored.url, hearer.visit)).toString("utf8")
    expect(capture).toContain('"_tag":"RoomLineErased"')
    expect(capture).not.toContain('"_tag":"TipReceived"')
    await restored.close()
    await removeDirectory(backup)
  })
})
