/**
 * What remains of a deleted account: searched for in all data that the gateway, the backend and the launcher keep,
 * as a person with access to the disk would.
 */
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createSoftwarePasskey } from "@foldcast/backend/provider-states/software-authenticator"
import { Mails } from "../support/mailbox.ts"
import { performerOnline, WITH_STATES } from "../support/provider-state.ts"
import { startWorld, type World } from "../support/world.ts"
import { dumpDatabase, filesWith } from "./database-dump.ts"
import { nextToken } from "./mail-links.ts"
import { newPersonAccount, Person } from "./person.ts"

describe("a deleted account", () => {
  let world: World
  const people: Array<Person> = []
  const name = "zeldzame"
  const account = {
    ...newPersonAccount(name),
    newEmail: `${name}-later@example.test`,
    username: name,
  }
  const bystander = newPersonAccount("bystander")
  /** A marker in the member's messages in a room, which the logs of other visits contain. */
  const word = "papegaaiduiker"
  let memberId: string
  let visits: ReadonlyArray<string>

  /** Named after its owner. */
  const addPasskey = async (person: Person) => {
    const { password } = account
    const asked = await person.post("/api/passkeys/registration", JSON.stringify({ password }))
    const { challenge, user } = JSON.parse(asked.body) as {
      readonly challenge: string
      readonly user: { readonly id: string }
    }
    const { attestation: credential } = createSoftwarePasskey(
      { challenge, userHandle: user.id },
      { origin: person.origin },
    )
    const { event } = await person.ask({ _tag: "RegisterPasskey", name, credential })
    expect(event).toEqual({ _tag: "PasskeyRegistered" })
  }

  beforeAll(async () => {
    world = await startWorld(WITH_STATES)
    const site = { url: world.urls.site, userAgent: "Mozilla/5.0 (X11; Linux) Canary-Browser/1" }
    people.push(await Person.register({ url: world.urls.site }, bystander))
    const person = await Person.register(site, account)
    people.push(person)
    const mails = new Mails(world, account.email)
    await person.ask({ _tag: "Activate", token: await nextToken(mails, "validate") })
    memberId = (await person.whoami()) ?? ""
    await person.ask({ _tag: "ChangeUsername", username: account.username, where: "settings" })
    const { newEmail: email } = account
    await person.ask({
      _tag: "ChangeEmail",
      email,
      repeatEmail: email,
      password: account.password,
    })
    const newMails = new Mails(world, email)
    await person.ask({ _tag: "Activate", token: await nextToken(newMails, "validate") })
    await addPasskey(person)
    await person.ask({ _tag: "RequestPasswordReset", identity: account.username })
    const { stream, visit } = person
    const { epoch, now } = await stream.first("hello")
    stream.send({
      k: "facts",
      visit: visit as never,
      epoch,
      facts: [{ n: 1, after: 1, at: now, fact: { _tag: "WalletOpened" } }],
    })
    await stream.first("stored")
    const second = await Person.logIn({ ...site, userAgent: "Other/2" }, { ...account, email })
    people.push(second)
    await second.get("/en")
    visits = [visit, second.visit]
    const performerId = await performerOnline(world)
    for (const watching of people.slice(0, 2))
      await watching.ask({ _tag: "JoinRoom", performerId, mode: "free" })
    const said = { message: `een ${word}`, messageType: "room" } as const
    await person.ask({ _tag: "SendRoomMessage", performerId, ...said })
    const tip = { amount: 50, tipType: "wink", message: `een ${word}`, isPublic: true } as const
    await person.ask({ _tag: "SendTip", performerId, ...tip })
    await people[0]?.stream.event("TipReceived")
    await mails.next()
  })
  afterAll(async () => {
    for (const person of people) person.leave()
    await world.close()
  })

  const capture = (visit: string) =>
    fetch(new URL(`/support/captures/${visit}`, world.urls.site), {
      headers: { Authorization: `Bearer ${world.supportToken}`, "X-Reason": "a test" },
    })

  it("was stored before, in the places that are searched", async () => {
    expect(filesWith(join(world.dataDir, "gateway"), name).length).toBeGreaterThan(0)
    expect(people[0]?.everything()).toContain(word)
    for (const visit of visits) expect((await capture(visit)).status).toBe(200)
  })

  it("leaves its name and addresses in no file of the gateway's and in no log", async () => {
    const person = people[1]
    const { event } =
      (await person?.ask({
        _tag: "DeleteAccount",
        username: account.username,
        password: account.password,
      })) ?? {}
    expect(event?._tag).toBe("AccountDeleted")
    for (const leaving of people.slice(1)) {
      for (const stream of leaving.streams) expect(await stream.end()).toBe(4_401)
    }
    for (const visit of visits) {
      await expect.poll(async () => (await capture(visit)).status).toBe(404)
    }
    for (const place of ["gateway", "logs"]) {
      for (const text of [name, word, "Canary-Browser"]) {
        const left = () => filesWith(join(world.dataDir, place), text)
        await expect.poll(left, { message: `${text} in ${place}` }).toEqual([])
      }
    }
  })

  it("leaves nothing of what it said on any disk, and whoever heard it is told that it is gone", async () => {
    const [hearer] = people
    if (hearer === undefined) throw new Error("nobody heard it")
    const erased = () => hearer.stream.tags.filter((tag) => tag === "RoomLineErased")
    await hearer.stream.until(() => erased().length === 2)
    expect(filesWith(world.dataDir, word)).toEqual([])
    const { epoch } = await hearer.stream.first("hello")
    const again = await hearer.attach({ visit: hearer.visit, epoch, seq: "0" })
    const told = JSON.stringify(again.events)
    expect(again.positions).toEqual(again.positions.map((_, index) => index + 1))
    expect(told).toContain("RoomLineErased")
    for (const text of [word, name]) expect(told).not.toContain(text)
  })

  it("leaves its ledger and its id in the database, and nothing else", async () => {
    // After the final mail, the mail's own row is deleted too.
    const isSent = () =>
      world.log("backend").some((line) => line.includes('"kind":"AccountDeleted"'))
    await expect.poll(isSent).toBe(true)
    expect((await new Mails(world, account.newEmail).subjects()).length).toBeGreaterThan(2)
    const dump = await dumpDatabase(world)
    expect(dump).toContain(bystander.email)
    expect(dump).not.toContain(name)
    expect(dump).not.toContain("Canary-Browser")
    const rows = dump.split("\n").filter((row) => row.includes(memberId))
    const tables = new Set(rows.map((row) => row.split(" ", 1)[0]))
    expect(tables).toEqual(new Set(["members", "accounts", "transfers", "entries"]))
    const row = rows.find((each) => each.startsWith("members ")) ?? ""
    expect(JSON.parse(row.slice("members ".length))).toMatchObject({
      deleted: true,
      email: `deleted:${memberId}`,
      username: `deleted:${memberId}`,
      birthday: null,
    })
  })

  it("leaves the other visitors of its rooms as they were", async () => {
    const [stays] = people
    expect(await stays?.whoami()).not.toBe(null)
    expect(stays?.stream.closed).toBe(null)
  })
})
