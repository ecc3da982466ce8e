/**
 * The tokens of links in mails, in various hands: mail scanners, people who click at the same time, forgers, and
 * readers of logs, captures and databases.
 */
import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { Mails, tokenOf } from "../support/mailbox.ts"
import { memberLink, WITH_STATES } from "../support/provider-state.ts"
import { startWorld, type World } from "../support/world.ts"
import { dumpDatabase, filesWith } from "./database-dump.ts"
import { nextLink } from "./mail-links.ts"
import { newPersonAccount, Person } from "./person.ts"

/** How many click at the same time. */
const AT_ONCE = 8
const SCANNERS = 10

let world: World
const people: Array<Person> = []
/** Every token of this file, for the search at the end. */
const tokens = new Set<string>()

beforeAll(async () => {
  // Forgeries share the limit for guesses; here each of them must be checked.
  const environment = { ...WITH_STATES.environment, RATE_REFUSED_LINKS_PER_ADDRESS: "10000/15m" }
  world = await startWorld({ environment })
})
afterEach(() => {
  for (const person of people) person.leave()
})
afterAll(async () => {
  await world.close()
})

const site = () => ({ url: world.urls.site })
const known = (person: Person) => {
  people.push(person)
  return person
}
const guest = async () => known(await Person.arrive(site()))

const newcomer = async () => {
  const account = newPersonAccount()
  const person = known(await Person.register(site(), account))
  const mails = new Mails(world, account.email)
  const link = await nextLink(mails, "validate")
  tokens.add(tokenOf(link))
  return { account, person, mails, link }
}

const stateLink = async (params: Parameters<typeof memberLink>[1]) => {
  const link = await memberLink(world, params)
  tokens.add(link.linkToken)
  return link
}

const resetting = (token: string, password = "veranderd1"): Command => ({
  _tag: "ResetPassword",
  token,
  newPassword: password,
  repeatNewPassword: password,
})

/** Follows a link as a mail scanner does: without cookies, in several ways, and never with script. */
const scan = async (link: URL) => {
  const address = world.urls.site + link.pathname + link.search
  await Promise.all(
    Array.from({ length: SCANNERS }, async (_, time) => {
      const response = await fetch(address, {
        method: time % 3 === 0 ? "HEAD" : "GET",
        headers: {
          "User-Agent": `Scanner/${time}`,
          ...(time % 2 === 0 && { Purpose: "prefetch" }),
        },
      })
      expect(response.status).toBe(200)
      const text = (await response.text()) + JSON.stringify([...response.headers])
      expect(text).not.toContain(tokenOf(link))
      expect(response.headers.get("referrer-policy")).toBe("no-referrer")
      expect(response.headers.get("cache-control")).toBe("no-store")
    }),
  )
}

describe("a mailed link", () => {
  it("is not used up by programs that only fetch it: the click after ten scanners verifies", async () => {
    const { person, link } = await newcomer()
    await scan(link)
    expect(await person.ask({ _tag: "Activate", token: tokenOf(link) })).toMatchObject({
      event: { _tag: "ActivationSucceeded", credits: 120 },
    })
  })

  it("is not used up by programs that only fetch it: the form after ten scanners resets", async () => {
    const { account, mails } = await newcomer()
    const visitor = await guest()
    await visitor.ask({ _tag: "RequestPasswordReset", identity: account.email })
    const link = await nextLink(mails, "resetpassword")
    tokens.add(tokenOf(link))
    await scan(link)
    const { event } = await visitor.ask(resetting(tokenOf(link)))
    expect(event._tag).toBe("PasswordChanged")
    expect(await visitor.whoami()).toBe(null)
  })

  /** The outcomes for many visitors who follow one link at the same time. */
  const atOnce = async (command: (nth: number) => Command) => {
    const visitors = await Promise.all(Array.from({ length: AT_ONCE }, guest))
    const ends = await Promise.all(visitors.map((visitor, nth) => visitor.ask(command(nth))))
    return { visitors, ends: ends.map(({ event }) => event) }
  }

  it("verifies once and welcomes once, however many click at once", async () => {
    const { link, account } = await newcomer()
    const { ends } = await atOnce(() => ({ _tag: "Activate", token: tokenOf(link) }))
    expect(ends.filter(({ _tag }) => _tag === "ActivationSucceeded")).toEqual([
      { _tag: "ActivationSucceeded", credits: 120 },
    ])
    const labels = ends.flatMap((event) => event["label"] ?? [])
    expect(new Set(labels)).toEqual(new Set(["verified"]))
    const member = known(await Person.logIn(site(), account))
    expect(await member.stream.event("CreditsChanged")).toMatchObject({ event: { credits: 120 } })
  })

  it("that verified takes the account from whoever registered it with another's address", async () => {
    const { memberId, email, password, linkToken } = await stateLink({
      purpose: "verify",
      verified: false,
    })
    const squatter = await guest()
    await squatter.ask({ _tag: "LogIn", email, password })
    const owner = await guest()
    expect((await owner.ask({ _tag: "Activate", token: linkToken })).event._tag).toBe(
      "ActivationSucceeded",
    )
    expect(await squatter.whoami()).toBe(memberId)
    expect((await owner.ask(resetting(linkToken))).event._tag).toBe("PasswordChanged")
    expect(await squatter.stream.end()).toBe(4_401)
    expect(await squatter.whoami()).toBe(null)
    const again = await guest()
    const old = await again.ask({ _tag: "LogIn", email, password })
    expect(old.event._tag).toBe("LogInRefused")
    // The link works once.
    expect((await again.ask(resetting(linkToken))).event._tag).toBe("PasswordChangeRefused")
  })

  it("changes one password, however many send the form at once", async () => {
    const { linkToken, email } = await stateLink({ purpose: "reset" })
    const { ends } = await atOnce((nth) => resetting(linkToken, `veranderd${nth}`))
    const winners = ends.flatMap(({ _tag }, nth) => (_tag === "PasswordChanged" ? [nth] : []))
    expect(winners).toHaveLength(1)
    const [winner = -1] = winners
    for (let nth = 0; nth < AT_ONCE; nth += 1) {
      const visitor = await guest()
      const { event } = await visitor.ask({ _tag: "LogIn", email, password: `veranderd${nth}` })
      expect(event._tag).toBe(nth === winner ? "LoggedIn" : "LogInRefused")
    }
  })

  it("logs in once, however many follow it at once", async () => {
    const { linkToken } = await stateLink({ purpose: "login" })
    const { ends, visitors } = await atOnce(() => ({ _tag: "LogInWithToken", token: linkToken }))
    expect(ends.filter(({ _tag }) => _tag === "LoggedIn")).toHaveLength(1)
    const labels = ends.flatMap((event) => event["label"] ?? [])
    expect(labels).toEqual(Array.from({ length: AT_ONCE - 1 }, () => "linkUsed"))
    const members = await Promise.all(visitors.map((visitor) => visitor.whoami()))
    expect(members.filter((id) => id !== null)).toHaveLength(1)
  })
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const parts = (token: string) => {
  const [head = "", payload = "", signature = ""] = token.split(".")
  const content = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as object
  return { head, payload, signature, content }
}

/** Forged tokens, made from a real one. */
const forgeries = (token: string, otherMember: string): ReadonlyArray<string> => {
  const { head, payload, signature, content } = parts(token)
  const signed = (header: object, key: string) => {
    const text = `${part(header)}.${part(content)}`
    return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`
  }
  const HS256 = { alg: "HS256", typ: "JWT" }
  return [
    `${part({ alg: "none", typ: "JWT" })}.${payload}.`,
    `${part({ alg: "none" })}.${payload}.${signature}`,
    `${part({ alg: "None" })}.${payload}.${signature}`,
    `${part({ alg: "HS512", typ: "JWT" })}.${payload}.${signature}`,
    `${part({ alg: "RS256", typ: "JWT", jwk: { kty: "oct", k: "" } })}.${payload}.${signature}`,
    `${head}.${payload}.`,
    `${head}.${payload}.${signature.slice(0, -2)}AA`,
    `${head}.${part({ ...content, id: otherMember })}.${signature}`,
    `${head}.${part({ ...content, exp: 99_999_999_999 })}.${signature}`,
    `${head}.${part({ ...content, purpose: "reset" })}.${signature}`,
    `${head}.${part({ ...content, purpose: "verify" })}.${signature}`,
    ...["", "secret", world.memberApiKey, "development-only-token-secret"].map((key) =>
      signed(HS256, key),
    ),
    signed({ ...HS256, kid: "../../../../dev/null" }, ""),
    `${token}.${signature}`,
    `${token}=`,
    ` ${token}`,
    "..",
    "' OR 1=1 --",
    "__proto__",
  ]
}

describe("the token of a link", () => {
  const refusedEverywhere = async (visitor: Person, token: string) => {
    const commands: ReadonlyArray<Command> = [
      { _tag: "Activate", token },
      { _tag: "LogInWithToken", token },
      resetting(token),
    ]
    const labels: Array<unknown> = []
    for (const command of commands) {
      const { event } = await visitor.ask(command)
      expect(event._tag, `${command._tag} ${token}`).toMatch(/Refused$/u)
      labels.push(event["label"])
    }
    expect(await visitor.whoami()).toBe(null)
    return labels
  }

  it("is worthless when it was forged, whatever it says of itself", async () => {
    const { linkToken: own } = await stateLink({ purpose: "login" })
    const { memberId } = await stateLink({ purpose: "verify", verified: false })
    for (const forged of forgeries(own, memberId)) {
      const labels = await refusedEverywhere(await guest(), forged)
      expect(labels, forged).toEqual(["expired", "linkExpired", "linkExpired"])
    }
    const visitor = await guest()
    const { event } = await visitor.ask({ _tag: "LogInWithToken", token: own })
    expect(event._tag).toBe("LoggedIn")
  })

  it("is worthless when it has expired", async () => {
    for (const purpose of ["verify", "reset", "login"] as const) {
      const { linkToken } = await stateLink({ purpose, verified: false, expired: true })
      await refusedEverywhere(await guest(), linkToken)
    }
  })

  it("works only for its own purpose, and is not used up by another attempt", async () => {
    const verify = await stateLink({ purpose: "verify", verified: false })
    const visitor = await guest()
    const logIn = await visitor.ask({ _tag: "LogInWithToken", token: verify.linkToken })
    expect(logIn.event).toEqual({ _tag: "LogInRefused", label: "linkExpired" })
    const reset = await visitor.ask(resetting(verify.linkToken))
    expect(reset.event._tag).toBe("PasswordChangeRefused")
    const activated = await visitor.ask({ _tag: "Activate", token: verify.linkToken })
    expect(activated.event._tag).toBe("ActivationSucceeded")

    const change = await stateLink({ purpose: "reset" })
    const other = await guest()
    const entered = await other.ask({ _tag: "LogInWithToken", token: change.linkToken })
    expect(entered.event._tag).toBe("LogInRefused")
    expect(await other.whoami()).toBe(null)
    const verified = await other.ask({ _tag: "Activate", token: change.linkToken })
    expect(verified.event._tag).toBe("ActivationRefused")
    expect((await other.ask(resetting(change.linkToken))).event._tag).toBe("PasswordChanged")

    const login = await stateLink({ purpose: "login" })
    const third = await guest()
    expect((await third.ask(resetting(login.linkToken))).event._tag).toBe("PasswordChangeRefused")
    const mine = { _tag: "LogIn", email: login.email, password: login.password } as const
    expect((await third.ask(mine)).event._tag).toBe("LoggedIn")
  })

  it("is no bearer token, and a bearer token is no link", async () => {
    const call = (path: string, token: string, body?: unknown) =>
      fetch(world.urls.backend + path, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          "X-Api-Key": world.memberApiKey,
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    for (const purpose of ["verify", "reset", "login"] as const) {
      const { linkToken } = await stateLink({ purpose })
      expect((await call("/credits", linkToken)).status).toBe(401)
    }
    const { email, password } = await stateLink({ purpose: "login" })
    const login = await fetch(`${world.urls.backend}/login`, {
      method: "POST",
      headers: { "X-Api-Key": world.memberApiKey, "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    })
    const { token } = (await login.json()) as { readonly token: string }
    expect((await call("/credits", token)).status).toBe(200)
    await refusedEverywhere(await guest(), token)
  })

  /** Last: by now everything above has left its traces. */
  it("is in no page, log, capture or database, after it was followed in every way", async () => {
    const { link } = await newcomer()
    const visitor = await guest()
    for (const query of [
      link.search,
      `?token=${tokenOf(link)}&action=validate&p=abc`,
      `?action=login&token=${tokenOf(link)}&password=geheim-canary`,
      `?action=resetpassword&token=${tokenOf(link)}&password=geheim-canary`,
      `?action=other&action=validate&token=${tokenOf(link)}`,
      `?%61ction=validate&%74oken=${tokenOf(link)}`,
      `?token=${tokenOf(link)}&password=geheim-canary`,
      `?action=Validate&token=${tokenOf(link)}`,
    ]) {
      for (const path of ["/en", "/", "/en/", "/settings", "/profiel/x", "/nowhere/at/all"]) {
        await visitor.get(path + query)
      }
    }
    await visitor.attach({ visit: visitor.visit })
    await visitor.ask({ _tag: "LogInWithToken", token: tokenOf(link) })
    const captures = await fetch(
      new URL(`/support/captures/${visitor.visit}?tab=1`, world.urls.site),
      {
        headers: { Authorization: `Bearer ${world.supportToken}`, "X-Reason": "a test" },
      },
    )
    const capture = gunzipSync(Buffer.from(await captures.arrayBuffer())).toString("utf8")
    const html = visitor.seen.filter((answer) => /<html/u.test(answer)).join("\n")
    const logs = (["gateway", "backend"] as const)
      .map((name) => world.log(name).join("\n"))
      .join("\n")
    const dump = await dumpDatabase(world)
    expect(dump).toMatch(/^link_tokens /mu)
    expect(tokens.size).toBeGreaterThan(10)
    for (const token of tokens) {
      const { signature } = parts(token)
      for (const [place, text] of Object.entries({ html, logs, capture, dump })) {
        expect(text.includes(signature), `a token in ${place}`).toBe(false)
      }
      expect(filesWith(join(world.dataDir, "gateway"), signature)).toEqual([])
      expect(filesWith(join(world.dataDir, "logs"), signature)).toEqual([])
    }
    for (const text of [html, logs, capture]) expect(text).not.toContain("geheim-canary")
    expect(readFileSync(join(world.dataDir, "logs", "gateway.log"), "utf8")).toContain("listens")
  })
})
