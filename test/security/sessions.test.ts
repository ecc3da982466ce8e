/**
 * What a stolen cookie is worth: which value proves the session at which time, and how soon it proves nothing. Also
 * what no browser ever sees: bearer tokens, keys, other people's secrets.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import { Mails } from "../support/mailbox.ts"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { nextToken } from "./mail-links.ts"
import { type AccountOf, newPersonAccount, Person } from "./person.ts"

/**
 * Milliseconds until every stream of an ended session is closed: one second in which it must be notified, and four
 * in which a busy machine may be delayed. Without a notification it takes minutes.
 */
const WITHIN_MS = 5_000
const SESSION_ENDED = 4_401
const SERVICE_RESTART = 1_012

let world: World
const people: Array<Person> = []

beforeAll(async () => {
  world = await sharedWorld()
})
afterEach(() => {
  for (const person of people) person.leave()
})

const site = (userAgent?: string) => ({
  url: world.urls.site,
  ...(userAgent !== undefined && { userAgent }),
})
const known = (person: Person) => {
  people.push(person)
  return person
}
const registered = async (account: AccountOf) => known(await Person.register(site(), account))
const loggedIn = async (account: AccountOf, userAgent?: string) =>
  known(await Person.logIn(site(userAgent), account))

/** A browser with the person's current cookies. */
const thiefOf = (person: Person) => known(person.copy())

/** The thief gets no member data, and its requests have no effect in the member's name. */
const provesNobody = async (thief: Person, account: AccountOf) => {
  expect((await thief.get("/api/sessions")).status).toBe(401)
  expect((await thief.get("/api/username-suggestions?username=anna")).status).toBe(401)
  expect(await thief.whoami()).toBe(null)
  expect((await thief.command({ _tag: "LoadWallet" })).status).toBe(401)
  const facts = { k: "facts", visit: thief.visit, epoch: "e", facts: [] }
  expect((await thief.post("/api/facts", JSON.stringify(facts))).status).toBe(401)
  expect((await thief.get("/en")).body).not.toContain(account.email)
}

describe("a session's cookie", () => {
  it("changes at the log-in, and the one before proves nobody", async () => {
    const account = newPersonAccount()
    const other = await registered(account)
    const person = known(await Person.arrive(site()))
    const thief = thiefOf(person)
    await person.ask({ _tag: "LogIn", ...account })
    expect(person.session).not.toBe(thief.session)
    await provesNobody(thief, account)
    expect(await person.whoami()).toBe(await other.whoami())
  })

  it("changes with the password, and the one before proves nobody", async () => {
    const account = newPersonAccount()
    const person = await registered(account)
    const thief = thiefOf(person)
    const { event } = await person.ask({
      _tag: "ChangePassword",
      password: account.password,
      newPassword: "veranderd1",
      repeatNewPassword: "veranderd1",
    })
    expect(event._tag).toBe("PasswordChanged")
    expect(person.session).not.toBe(thief.session)
    await provesNobody(thief, account)
    expect((await person.get("/api/sessions")).status).toBe(200)
  })

  it("that was copied is worthless after a changed password: the thief's stream ends, and no other opens", async () => {
    const account = newPersonAccount()
    const person = await registered(account)
    const memberId = await person.whoami()
    const tab = person.copy()
    people.push(tab)
    await tab.open()
    const thief = thiefOf(person)
    await thief.open()
    expect(await thief.whoami()).toBe(memberId)
    const { epoch } = await thief.stream.first("hello")
    await person.ask({
      _tag: "ChangePassword",
      password: account.password,
      newPassword: "veranderd1",
      repeatNewPassword: "veranderd1",
    })
    const done = performance.now()
    expect(await thief.stream.end()).toBe(SERVICE_RESTART)
    expect(performance.now() - done).toBeLessThan(WITHIN_MS)
    for (const transport of ["websocket", "sse"] as const) {
      for (const visit of [thief.visit, person.visit, tab.visit]) {
        for (const query of [{ visit }, { visit, epoch, seq: "1" }]) {
          const stream = await thief.attach(query, transport)
          expect(stream.frames).toEqual([])
          expect(stream.closed).not.toBe(null)
        }
      }
    }
    await provesNobody(thief, account)
    // Another tab of the same browser reconnects with the cookie that they share.
    expect(await tab.stream.end()).toBe(SERVICE_RESTART)
    tab.cookies.set("auth", person.session)
    const back = await tab.attach({ visit: tab.visit, epoch, seq: "1" })
    expect((await back.first("resumed")).from).toBe(2)
    expect(person.stream.closed).toBe(null)
  })

  it("cannot be chosen by whoever sets it beforehand", async () => {
    const fixed = "A".repeat(43)
    const person = new Person(site())
    person.cookies.set("auth", fixed)
    await person.open()
    expect(person.session).not.toBe(fixed)
    // Two cookies with one name: another site may have set one of them, so neither is accepted.
    const account = newPersonAccount()
    const member = await registered(account)
    const thrown = new Person(site())
    const headers = { Cookie: `auth=${member.session}; auth=${person.session}` }
    expect((await thrown.get("/api/sessions", headers)).status).toBe(401)
  })
})

describe("a session that is over", () => {
  interface Ended {
    readonly account: AccountOf
    /** Whose sessions end. */
    readonly ending: ReadonlyArray<Person>
    /** Resolves when the site says that it is done. */
    readonly end: () => Promise<unknown>
  }

  /** Two computers of a member, one of them listening over both transports. */
  const computers = async () => {
    const account = newPersonAccount()
    const here = await registered(account)
    const there = await loggedIn(account)
    await there.get("/en").then(({ body }) => expect(body).toContain(account.email))
    await there.attach({}, "sse")
    return { account, here, there }
  }

  const ways: Readonly<Record<string, () => Promise<Ended>>> = {
    "logged out": async () => {
      const { account, there } = await computers()
      return { account, ending: [there], end: () => there.command({ _tag: "LogOut" }) }
    },
    "ended by another password": async () => {
      const { account, here, there } = await computers()
      const change = {
        _tag: "ChangePassword",
        password: account.password,
        newPassword: "veranderd1",
        repeatNewPassword: "veranderd1",
      }
      return { account, ending: [there], end: () => here.command(change) }
    },
    "ended by a password reset": async () => {
      const { account, here, there } = await computers()
      const stranger = known(await Person.arrive(site()))
      await stranger.ask({ _tag: "RequestPasswordReset", identity: account.email })
      const token = await nextToken(new Mails(world, account.email), "resetpassword")
      const reset = {
        _tag: "ResetPassword",
        token,
        newPassword: "veranderd1",
        repeatNewPassword: "veranderd1",
      }
      return { account, ending: [here, there], end: () => stranger.command(reset) }
    },
    "ended by a deleted account": async () => {
      const { account, here, there } = await computers()
      const deletion = {
        _tag: "DeleteAccount",
        username: account.email,
        password: account.password,
      }
      return { account, ending: [here, there], end: () => here.command(deletion) }
    },
    "ended from the list of open sessions": async () => {
      const { account, here, there } = await computers()
      const { body } = await there.get("/api/sessions")
      const { sessions } = JSON.parse(body) as {
        readonly sessions: ReadonlyArray<{
          readonly id: OpenSessionId
          readonly isCurrent: boolean
        }>
      }
      const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.id
      return {
        account,
        ending: [there],
        end: () => here.command({ _tag: "EndSession", sessionId }),
      }
    },
    "replaced by another member's": async () => {
      const { account, there } = await computers()
      const other = newPersonAccount()
      await registered(other)
      return { account, ending: [there], end: () => there.command({ _tag: "LogIn", ...other }) }
    },
  }

  for (const [how, prepare] of Object.entries(ways)) {
    it(`and was ${how} is told so and closed at once, and its cookie is worthless`, async () => {
      const { account, ending, end } = await prepare()
      const thieves = ending.map(thiefOf)
      const streams = ending.flatMap((person) => person.streams)
      expect(streams.every(({ closed }) => closed === null)).toBe(true)
      expect(await end()).toMatchObject({ status: 202 })
      const done = performance.now()
      await Promise.all(thieves.map((thief) => provesNobody(thief, account)))
      for (const stream of streams) {
        expect(await stream.end()).toBe(SESSION_ENDED)
        expect(stream.tags.at(-1)).toBe("LoggedOut")
      }
      expect(performance.now() - done).toBeLessThan(WITHIN_MS)
      for (const thief of thieves) {
        const stream = await thief.attach({ visit: thief.visit })
        expect((await stream.first("hello")).visit).not.toBe(thief.visit)
        expect(stream.tags).not.toContain("LoggedIn")
      }
    })
  }
})

describe("after a changed password", () => {
  it("the member's upstream is listened to with the next token", async () => {
    const account = newPersonAccount()
    const person = await registered(account)
    const memberId = await person.whoami()
    const heard = (from: string) =>
      person.stream.events.filter(
        ({ event, src }) => event._tag === "CreditsChanged" && src.from === from,
      ).length
    const tell = () =>
      fetch(`${world.urls.backend}/_states`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          state: "an event for the member",
          params: { memberId, event: "setCredits" },
        }),
      })
    await tell()
    await person.stream.until(() => heard("member-socket") === 1)
    await person.ask({
      _tag: "ChangePassword",
      password: account.password,
      newPassword: "veranderd1",
      repeatNewPassword: "veranderd1",
    })
    // The connection that was opened with the old token ends, and another one replaces it.
    await person.stream.event("SourceInterrupted")
    await person.stream.event("SourceRestored")
    await tell()
    await person.stream.until(() => heard("member-socket") >= 2)
    expect(person.stream.closed).toBe(null)
    expect(await person.whoami()).toBe(memberId)
  })
})

describe("the member API", () => {
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
  const SAFARI =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
    "Version/18.0 Mobile/15E148 Safari/604.1"
  const EDGE =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"

  it("is told in which browser somebody logs in or verifies, so that a strange one is mailed", async () => {
    const account = newPersonAccount()
    known(await Person.register(site(FIREFOX), account))
    const mails = new Mails(world, account.email)
    const verifier = known(await Person.arrive(site(SAFARI)))
    await verifier.ask({ _tag: "Activate", token: await nextToken(mails, "validate") })
    await loggedIn(account, SAFARI)
    await loggedIn(account, `${EDGE} <img src=x onerror=alert(1)>`)
    const mail = await mails.next()
    expect(mail.text).toContain("Edge")
    expect(mail.text + mail.html).not.toMatch(/onerror|iPhone/u)
  })
})

describe("what a browser receives, and what is logged of it", () => {
  it("contains no bearer token, key or secret of the site's", async () => {
    const account = newPersonAccount("canary")
    const person = await registered(account)
    const mails = new Mails(world, account.email)
    await person.ask({ _tag: "Activate", token: await nextToken(mails, "validate") })
    await person.ask({ _tag: "LoadWallet" })
    await person.attach({}, "sse")
    await person.ask({
      _tag: "ChangePassword",
      password: account.password,
      newPassword: "veranderd1",
      repeatNewPassword: "veranderd1",
    })
    for (const path of [
      "/en",
      "/settings",
      "/api/session",
      "/api/sessions",
      "/api/brand",
      "/metrics",
    ]) {
      await person.get(path)
    }
    const { epoch } = await person.stream.first("hello")
    await person.attach({ visit: person.visit, epoch, seq: "1" })
    const support = { Authorization: `Bearer ${world.supportToken}`, "X-Reason": "a test" }
    const captures = await fetch(
      new URL(`/support/captures/${person.visit}?tab=1`, world.urls.site),
      {
        headers: support,
      },
    )
    const capture = gunzipSync(Buffer.from(await captures.arrayBuffer())).toString("utf8")

    const logs = readdirSync(join(world.dataDir, "logs")).map((file) =>
      readFileSync(join(world.dataDir, "logs", file), "utf8"),
    )
    const secrets = JSON.parse(readFileSync(join(world.dataDir, "secrets.json"), "utf8")) as Record<
      string,
      string
    >
    const places = { browser: person.everything(), capture, logs: logs.join("\n") }
    expect(places.browser).toContain(account.email)
    expect(capture.split("\n").length).toBeGreaterThan(10)
    for (const [place, text] of Object.entries(places)) {
      expect(text, place).not.toMatch(/eyJ[\w-]{8,}\./u)
      for (const [name, secret] of Object.entries(secrets)) {
        expect(text.includes(secret), `${name} in ${place}`).toBe(false)
      }
      expect(text.includes(account.password), `the password in ${place}`).toBe(false)
      expect(text.includes("veranderd1"), `the new password in ${place}`).toBe(false)
      expect(text.includes(person.session), `the cookie in ${place}`).toBe(false)
    }
    for (const place of [capture, places.logs]) expect(place).not.toContain(account.email)
  })
})
