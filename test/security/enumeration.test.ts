/**
 * Whether an outsider can find out that somebody is a member, with ACCOUNT_DISCLOSURE=generic, the default. It
 * covers the log-in. Under both settings, forgotten passwords disclose nothing, and a registration says that an
 * address is taken, up to a rate limit.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { Mails } from "../support/mailbox.ts"
import { rankDifference } from "../support/statistics.ts"
import { startWorld, type World } from "../support/world.ts"
import { nextLink } from "./mail-links.ts"
import { type AccountOf, newPersonAccount, Person } from "./person.ts"

const SAMPLES = 20
/** Two accounts with equal times differ by this much in one run of ten thousand. */
const TOLD_APART = 3.9

describe("where accounts are not disclosed", () => {
  let world: World
  let anna: AccountOf
  let deleted: AccountOf
  const nobody = newPersonAccount("nobody")
  const people: Array<Person> = []

  const guest = async () => {
    const person = await Person.arrive({ url: world.urls.site })
    people.push(person)
    return person
  }

  /** Everything that a browser receives for a command, without the parts that change every time. */
  const heard = async (command: Command) => {
    const person = await guest()
    const before = person.stream.frames.length
    const answer = await person.command(command, "command-of-mine")
    // All events of the command arrive before the answer to the next command.
    await person.ask({ _tag: "VerifyAge" }, "command-after-it")
    const events = person.stream.events.filter(({ cause }) => cause === "command-of-mine")
    expect(events.length).toBeGreaterThan(0)
    const { epoch: _epoch, ...body } = JSON.parse(answer.body) as Readonly<Record<string, unknown>>
    return {
      status: answer.status,
      body,
      headers: [...answer.headers.keys()].toSorted(),
      cookies: answer.headers.getSetCookie(),
      frames: person.stream.frames.length - before,
      events: events.map(({ seq, scope, src, event }) => ({ seq, scope, src, event })),
    }
  }

  beforeAll(async () => {
    world = await startWorld({
      environment: {
        RATE_FAILED_LOG_INS_PER_ACCOUNT: "1000/15m",
        RATE_FAILED_LOG_INS_PER_ADDRESS: "1000/15m",
      },
    })
    anna = newPersonAccount("anna")
    deleted = newPersonAccount("gone")
    for (const account of [anna, deleted]) {
      people.push(await Person.register({ url: world.urls.site }, account))
    }
    const leaving = people.at(-1)
    await leaving?.ask({
      _tag: "DeleteAccount",
      username: deleted.email,
      password: deleted.password,
    })
  })
  afterAll(async () => {
    for (const person of people) person.leave()
    await world.close()
  })

  const wrong = ({ email }: AccountOf): Command => ({ _tag: "LogIn", email, password: "verkeerd1" })

  it("a refused log-in is the same for a member, a former one and nobody", async () => {
    const ofMember = await heard(wrong(anna))
    expect(ofMember.events).toMatchObject([
      { event: { _tag: "LogInRefused", label: "invalidLogin" } },
    ])
    expect(await heard(wrong(nobody))).toEqual(ofMember)
    expect(await heard(wrong(deleted))).toEqual(ofMember)
    expect(await heard({ _tag: "LogIn", ...deleted })).toEqual(ofMember)
  })

  it("a forgotten password is the same for a member, a former one, a name and nobody", async () => {
    const forgotten = (identity: string): Command => ({ _tag: "RequestPasswordReset", identity })
    const ofMember = await heard(forgotten(anna.email))
    expect(ofMember.events).toMatchObject([{ event: { _tag: "PasswordResetMailRequested" } }])
    for (const identity of [nobody.email, deleted.email, "somebody", "no@address@at.all"]) {
      expect(await heard(forgotten(identity)), identity).toEqual(ofMember)
    }
    // An empty field causes no upstream request; this discloses no account.
    const events = ofMember.events.map((event) => ({ ...event, src: { from: "gateway" } }))
    expect(await heard(forgotten(""))).toEqual({ ...ofMember, events })
    await nextLink(new Mails(world, anna.email), "resetpassword")
    expect(await new Mails(world, nobody.email).subjects()).toEqual([])
  })

  it("a refused log-in takes as long for nobody as for a member", async () => {
    const person = await guest()
    const taken = async (account: AccountOf) => {
      const before = performance.now()
      await person.ask(wrong(account))
      return performance.now() - before
    }
    const [members, nobodies]: readonly [Array<number>, Array<number>] = [[], []]
    // Side by side and in turn, so that a slowdown of the machine affects both.
    for (let sample = 0; sample < SAMPLES / 2; sample += 1) {
      members.push(await taken(anna))
      nobodies.push(await taken(nobody), await taken(nobody))
      members.push(await taken(anna))
    }
    // A password is hashed in both cases, which takes nearly all of the time.
    expect(Math.abs(rankDifference(members, nobodies))).toBeLessThan(TOLD_APART)
  })

  it("a registration says that an address is taken, as it does everywhere", async () => {
    const { events } = await heard({ _tag: "Register", email: anna.email, password: "welkom123" })
    expect(events).toMatchObject([{ event: { _tag: "RegistrationRefused", label: "emailExists" } }])
  })
})
