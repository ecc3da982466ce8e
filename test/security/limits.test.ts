/**
 * Rate limits with their defaults, behind a trusted proxy: the address is the last hop, which the proxy wrote,
 * whatever a client writes before it.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { Mails } from "../support/mailbox.ts"
import { startWorld, type World } from "../support/world.ts"
import { nextLink } from "./mail-links.ts"
import { type AccountOf, newPersonAccount, Person } from "./person.ts"

/** Parallel posts: more would only wait for the backend's two password hashes. */
const AT_ONCE = 20

describe("a limit", () => {
  let world: World
  let anna: AccountOf
  let bert: AccountOf
  const people: Array<Person> = []
  let addresses = 0

  /** An address that no other test uses (RFC 5737). */
  const newAddress = () => {
    addresses += 1
    return `198.51.100.${addresses}`
  }
  const from = (address: string) => ({ url: world.urls.site, address })
  const guest = async (address: string) => {
    const person = await Person.arrive(from(address))
    people.push(person)
    return person
  }
  const labelOf = async (person: Person, command: Command) => {
    const { event } = await person.ask(command)
    return event["label"] ?? event._tag
  }
  const wrong = (email: string): Command => ({ _tag: "LogIn", email, password: "verkeerd1" })

  /** Sends the commands, a few at a time; returns how each ended. */
  const labels = async (person: Person, commands: ReadonlyArray<Command>) => {
    const ended: Array<unknown> = []
    for (let done = 0; done < commands.length; done += AT_ONCE) {
      const some = commands.slice(done, done + AT_ONCE)
      ended.push(...(await Promise.all(some.map((command) => labelOf(person, command)))))
    }
    return ended
  }

  beforeAll(async () => {
    world = await startWorld({ environment: { TRUSTED_PROXIES: "127.0.0.1" } })
    anna = newPersonAccount("anna")
    bert = newPersonAccount("bert")
    for (const account of [anna, bert]) {
      people.push(await Person.register(from(newAddress()), account))
    }
  })
  afterAll(async () => {
    for (const person of people) person.leave()
    await world.close()
  })

  it("stops the 21st wrong password of an account, from anywhere and however it is written", async () => {
    const address = newAddress()
    const attacker = await guest(address)
    const tries = Array.from({ length: 20 }, () => wrong(anna.email))
    expect(new Set(await labels(attacker, tries))).toEqual(new Set(["invalidLogin"]))
    for (const email of [anna.email, ` ${anna.email.toUpperCase()} `]) {
      expect(await labelOf(attacker, { _tag: "LogIn", email, password: anna.password })).toBe(
        "tooManyAttempts",
      )
    }
    const elsewhere = await guest(newAddress())
    expect(await labelOf(elsewhere, wrong(anna.email))).toBe("tooManyAttempts")
    // Others are not locked out: neither at that address, nor with that browser.
    expect(await labelOf(attacker, { _tag: "LogIn", ...bert })).toBe("LoggedIn")
  })

  it("stops the 101st wrong password of an address, whatever hops a client makes up", async () => {
    const address = newAddress()
    const attacker = await guest(address)
    const tries = Array.from({ length: 100 }, (_, n) => wrong(`nobody-${n % 50}@example.test`))
    expect(new Set(await labels(attacker, tries))).toEqual(new Set(["invalidLogin"]))
    const logIn: Command = { _tag: "LogIn", ...bert }
    for (const hops of [
      address,
      `203.0.113.7, ${address}`,
      `${newAddress()},${address}`,
      `127.0.0.1, ${address}`,
      `::1, ${address}, 127.0.0.1`,
      `unknown, ${address}`,
      `::ffff:${address}`,
    ]) {
      expect(await labelOf(await guest(hops), logIn), hops).toBe("tooManyAttempts")
    }
    // Invalid links have a limit of their own.
    const link: Command = { _tag: "LogInWithToken", token: "a.b.c" }
    expect(await labelOf(attacker, link)).toBe("linkExpired")
    expect(await labelOf(await guest(newAddress()), logIn)).toBe("LoggedIn")
  })

  it("stops the 61st registration of an address", async () => {
    const address = newAddress()
    const username = "wanted-name"
    const register = (): Command => ({ _tag: "Register", ...newPersonAccount(), username })
    expect(await labelOf(await guest(newAddress()), register())).toBe("LoggedIn")
    const tries = Array.from({ length: 60 }, register)
    const attacker = await guest(address)
    expect(new Set(await labels(attacker, tries))).toEqual(new Set(["usernameExists"]))
    const account = newPersonAccount()
    const again = await guest(`203.0.113.9, ${address}`)
    expect(await labelOf(again, { _tag: "Register", ...account })).toBe("tooManyAttempts")
    const elsewhere = await guest(newAddress())
    expect(await labelOf(elsewhere, { _tag: "Register", ...account })).toBe("LoggedIn")
  })

  it("says five times that an e-mail address is in use, then refuses alike also for a free one [ERR-05]", async () => {
    const address = newAddress()
    const attacker = await guest(address)
    const probe = (email: string): Command => ({ _tag: "Register", email, password: "welkom123" })
    // In parallel, taken and free addresses in turn: the sixth answer and later ones disclose nothing.
    const told = await Promise.all(
      Array.from({ length: 20 }, () => labelOf(attacker, probe(bert.email))),
    )
    expect(told.filter((label) => label === "emailExists")).toHaveLength(5)
    expect(told.filter((label) => label === "tooManyAttempts")).toHaveLength(15)
    expect(await labelOf(attacker, probe(newPersonAccount().email))).toBe("tooManyAttempts")
    // A change of address counts as such an answer too, but a registration from another address does not.
    const account = newPersonAccount()
    const member = await Person.register(from(newAddress()), account)
    people.push(member)
    const moved = await Person.logIn(from(address), account)
    people.push(moved)
    const change = (email: string): Command => ({
      _tag: "ChangeEmail",
      email,
      repeatEmail: email,
      password: account.password,
    })
    expect(await labelOf(moved, change(bert.email))).toBe("tooManyAttempts")
    expect(await labelOf(moved, change(newPersonAccount().email))).toBe("tooManyAttempts")
    expect(await labelOf(member, change(bert.email))).toBe("emailExists")
    expect(await labelOf(await guest(newAddress()), probe(bert.email))).toBe("emailExists")
  })

  it("tells the owner of an address that it was used, once a day and in their language", async () => {
    const account = newPersonAccount("dora")
    people.push(await Person.register(from(newAddress()), account))
    const mails = new Mails(world, account.email)
    await nextLink(mails, "validate")
    for (let time = 0; time < 3; time += 1) {
      const stranger = await guest(newAddress())
      const told = await labelOf(stranger, { ...account, _tag: "Register", password: "anders123" })
      expect(told).toBe("emailExists")
    }
    const mail = await mails.next()
    expect(mail.subject).toBe("Someone entered your email address")
    expect(mail.text).toContain("nothing changed in your account")
    expect(mail.links).toEqual([])
    // A new mail comes after all earlier ones, so there was no second one.
    const asker = await guest(newAddress())
    await labelOf(asker, { _tag: "RequestPasswordReset", identity: account.email })
    await nextLink(mails, "resetpassword")
    const subjects = await mails.subjects()
    expect(subjects.filter((subject) => subject === mail.subject)).toHaveLength(1)
  })

  it("mails an account so often and no more, and lets an address ask so often, without a word of it", async () => {
    const account = newPersonAccount("carla")
    const carla = await Person.register(from(newAddress()), account)
    people.push(carla)
    const mails = new Mails(world, account.email)
    await nextLink(mails, "validate")
    const forgotten = (identity: string): Command => ({ _tag: "RequestPasswordReset", identity })

    const address = newAddress()
    const asker = await guest(address)
    const strangers = Array.from({ length: 30 }, (_, n) => forgotten(`nobody-${n}@example.test`))
    const told = await labels(asker, [...strangers, forgotten(account.email)])
    expect(new Set(told)).toEqual(new Set(["PasswordResetMailRequested"]))

    for (let time = 1; time <= 7; time += 1) {
      const other = await guest(newAddress())
      expect(await labelOf(other, forgotten(account.email))).toBe("PasswordResetMailRequested")
    }
    for (let mail = 1; mail <= 5; mail += 1) await nextLink(mails, "resetpassword")

    const resend: Command = { _tag: "ResendActivation" }
    const resent = await labels(carla, [resend, resend, resend, resend, resend])
    expect(resent).toEqual(Array.from({ length: 5 }, () => "ActivationMailSent"))
    expect(await labelOf(carla, resend)).toBe("tooManyAttempts")
    for (let mail = 1; mail <= 5; mail += 1) await nextLink(mails, "validate")
    const subjects = await mails.subjects()
    expect(subjects.filter((subject) => subject === subjects[0])).toHaveLength(6)
    expect(subjects).toHaveLength(11)
    expect(await labelOf(await guest(newAddress()), { _tag: "LogIn", ...account })).toBe("LoggedIn")
  })

  it("says in HTTP when to try again, and stops nobody else", async () => {
    const flooder = await guest(newAddress())
    const neighbour = await guest(flooder.options.address ?? "")
    const commandId = randomUUID()
    const post = () => flooder.command({ _tag: "VerifyAge" }, commandId)
    const statuses = new Set<number>()
    for (let done = 0; done < 240; done += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, post))
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses].every((status) => [202, 409].includes(status))).toBe(true)
    const refused = await post()
    expect(refused.status).toBe(429)
    const wait = refused.headers.get("retry-after") ?? ""
    expect(wait).toMatch(/^[1-9]\d?$/u)
    expect(Number(wait)).toBeLessThanOrEqual(60)
    expect(refused.headers.get("content-type")).toBe("application/problem+json")
    expect((await neighbour.command({ _tag: "VerifyAge" })).status).toBe(202)
  })

  it("is not bypassed by text that the database cannot hold: it is refused, and breaks nothing", async () => {
    const account = newPersonAccount()
    const member = await Person.register(from(newAddress()), account)
    people.push(member)
    const nul = `${account.email}\u0000`
    for (const command of [
      { _tag: "LogIn", email: nul, password: "welkom123" },
      { _tag: "RequestPasswordReset", identity: nul },
      { _tag: "ChangeEmail", email: `x${nul}`, repeatEmail: `x${nul}`, password: "welkom123" },
      { _tag: "ChangeUsername", username: "ab\u0000cd", where: "settings" },
      { _tag: "LoadWallet", walletId: "\u0000" },
      { _tag: "DeleteAccount", username: nul, password: "welkom123" },
    ] satisfies ReadonlyArray<Command>) {
      const label = await labelOf(member, command)
      expect(["outcomeUnknown", "unavailable"], command._tag).not.toContain(label)
    }
    expect((await member.command({ _tag: "CheckPayment", sessionId: "\u0000" })).status).toBe(202)
    expect(await member.whoami()).not.toBe(null)
    for (const name of ["gateway", "backend"] as const) {
      expect(world.log(name).filter((line) => line.includes('"level":"error"'))).toEqual([])
    }
  })
})
