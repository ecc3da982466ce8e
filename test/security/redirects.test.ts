/**
 * Attacker-chosen addresses in paths, queries, hosts and return addresses never redirect a browser to another site
 * and never become a header. Requests use a plain socket, because every client normalises addresses before it sends
 * them.
 */
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { newPersonAccount, Person } from "./person.ts"

/** Other sites, in every notation that some browser or parser has accepted. */
const ELSEWHERE = [
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/%5cevil.test",
  "/%5C%5Cevil.test",
  "/%2fevil.test",
  "%2f%2fevil.test",
  "/%252fevil.test",
  "//evil.test%2f..",
  "//evil%E3%80%82test",
  "//%E2%93%94vil.test",
  "/%09/evil.test",
  "/%0a/evil.test",
  "/\t/evil.test",
  "/.//evil.test",
  "/..//evil.test",
  "/%2e%2e//evil.test",
  "/;//evil.test",
  "/@evil.test",
  "//localhost@evil.test",
  "//evil.test:80#@localhost",
  "//evil.test?localhost",
  "https:evil.test",
  "https:/evil.test",
  "https://evil.test",
  "hTTps:%2f%2fevil.test",
  "javascript:alert(1)//evil.test",
  "data:text/html,evil.test",
  "//[::ffff:192.0.2.1]/evil.test",
  "/%E2%80%AE/evil.test",
  "/%00//evil.test",
] as const

/** Line breaks in every notation, and the header that would follow them. */
const HEADERS = [
  "%0d%0aX-Injected:%201",
  "%0aX-Injected:%201",
  "%0dX-Injected:%201",
  "%250d%250aX-Injected:%201",
  "%E5%98%8A%E5%98%8DX-Injected:%201",
  "%u000d%u000aX-Injected:1",
  "%c0%8d%c0%8aX-Injected:1",
  "%e2%80%a8X-Injected:1",
  "%0d%0a%0d%0a<script>alert(1)</script>",
  "%0d%0aSet-Cookie:%20auth=stolen",
] as const

/** Parallel requests. */
const AT_ONCE = 16

const HOSTILE = [...ELSEWHERE, ...HEADERS]

/** Every place of the redirect chain that takes an address. */
const PLACES: ReadonlyArray<(hostile: string) => string> = [
  (hostile) => `${hostile.startsWith("/") ? "" : "/"}${hostile}`,
  (hostile) => `${hostile.startsWith("/") ? "" : "/"}${hostile}/`,
  (hostile) => `/nl${hostile.startsWith("/") ? "" : "/"}${hostile}/`,
  (hostile) => `/en${hostile.startsWith("/") ? "" : "/"}${hostile}/profiel/x`,
  (hostile) => `/nl${hostile.startsWith("/") ? "" : "/"}${hostile}/profiel/x/`,
  (hostile) => `/profiel/${hostile}`,
  (hostile) => `/search/${hostile}`,
  (hostile) => `/splash6/${hostile}?p=${hostile}`,
  (hostile) => `/settings?p=${hostile}&click_id=${hostile}`,
  (hostile) => `/settings?action=login&token=${hostile}`,
  (hostile) => `/profile?offer_id=${hostile}`,
  (hostile) => `/en/?sect=profile&m=${hostile}`,
  (hostile) => `/en/cookies/?next=${hostile}&returnUrl=${hostile}`,
  (hostile) => `/en?action=resetpassword&token=a&redirect=${hostile}&url=${hostile}`,
]

interface Answer {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
}

/** An answer's header block exactly as received. */
const parsed = (text: string): Answer => {
  const end = text.indexOf("\r\n\r\n")
  const [first = "", ...lines] = text.slice(0, end).split("\r\n")
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/u.exec(first)?.[1]),
    headers: lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
    body: text.slice(end + 4),
  }
}

describe("an invented address", () => {
  let world: World
  let member: Person

  beforeAll(async () => {
    world = await sharedWorld()
    member = await Person.register({ url: world.urls.site }, newPersonAccount())
  })
  afterAll(() => member.leave())

  const host = () => new URL(world.urls.site).host

  /** The request's target is sent unchanged, as UTF-8 bytes. */
  const ask = (target: string, more: ReadonlyArray<string> = []): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(world.urls.site).port), "127.0.0.1", () => {
        const head = [`GET ${target} HTTP/1.1`, `Host: ${host()}`, "Connection: close", ...more]
        socket.write(`${head.join("\r\n")}\r\n\r\n`)
      })
      let text = ""
      socket.setEncoding("latin1")
      socket.on("data", (chunk: string) => (text += chunk))
      socket.on("end", () => resolve(parsed(text)))
      socket.on("error", reject)
    })

  const isHarmless = (target: string, { status, headers, body }: Answer) => {
    expect([200, 301, 302, 400, 404], target).toContain(status)
    const names = headers.map(([name]) => name)
    expect(names, target).not.toContain("x-injected")
    for (const [name, value] of headers) {
      if (name === "set-cookie")
        expect(value, target).toMatch(/^(?:auth=[\w-]{43}|language=(?:nl|en));/u)
    }
    const location = headers.find(([name]) => name === "location")?.[1]
    expect(location !== undefined, target).toBe(status === 301 || status === 302)
    if (location !== undefined) {
      expect(location, target).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/u)
      expect(new URL(location, world.urls.site).origin, target).toBe(world.urls.site)
    }
    for (const [, address = ""] of body.matchAll(/\s(?:href|src|action|content)="([^"]*)"/gu)) {
      const decoded = address.replaceAll("&amp;", "&")
      const reached = URL.parse(decoded, world.urls.site)?.hostname ?? ""
      expect(reached, `${address} in the page of ${target}`).not.toMatch(/evil|192\.0\.2|ffff/u)
      expect(decoded, `in the page of ${target}`).not.toMatch(/^\s*(?:javascript|data:text)/iu)
    }
    return location
  }

  it("stays here, in one hop, whatever is written into it and wherever", async () => {
    const targets = PLACES.flatMap((place) => HOSTILE.map(place))
    for (let asked = 0; asked < targets.length; asked += AT_ONCE) {
      await Promise.all(
        targets.slice(asked, asked + AT_ONCE).map(async (target) => {
          const location = isHarmless(target, await ask(target))
          if (location === undefined) return
          const next = await ask(location)
          expect(isHarmless(location, next), `the second hop of ${target}`).toBe(undefined)
        }),
      )
    }
  })

  it("stays here for a member as well", async () => {
    const cookie = [`Cookie: ${member.cookieHeader}`]
    const targets = PLACES.slice(1, 4).flatMap((place) => HOSTILE.map(place))
    for (let asked = 0; asked < targets.length; asked += AT_ONCE) {
      const some = targets.slice(asked, asked + AT_ONCE)
      await Promise.all(some.map(async (target) => isHarmless(target, await ask(target, cookie))))
    }
    expect(await member.whoami()).not.toBe(null)
  })

  it("is not accepted as the host when the request itself names another one", async () => {
    for (const target of [
      "http://evil.test/",
      "http://evil.test/nl/",
      "https://evil.test/settings",
      "http://evil.test@localhost/settings",
      "*",
    ]) {
      const answer = await ask(target)
      if (answer.status === 400) continue
      isHarmless(target, answer)
      expect(answer.body, target).not.toContain("evil.test")
    }
    for (const more of [
      "X-Forwarded-Host: evil.test",
      "X-Forwarded-Proto: javascript",
      "X-Original-URL: //evil.test/",
      "X-Rewrite-URL: //evil.test/",
      "Forwarded: host=evil.test;proto=https",
      "Referer: https://evil.test/",
    ]) {
      for (const target of ["/settings/", "/profiel/x", "/en", "/sitemap.xml", "/robots.txt"]) {
        const answer = await ask(target, [more])
        isHarmless(target, answer)
        expect(answer.body, `${target} with ${more}`).not.toContain("evil.test")
      }
    }
  })

  it("is not accepted as the way back from the bank", async () => {
    const { origin, port } = new URL(world.urls.site)
    const opened = (returnUrl: string) =>
      member.ask({
        _tag: "OpenPaymentSession",
        bundleId: "bundle-600",
        paymentMethod: "10",
        returnUrl,
        device: "desktop",
      })
    const foreign = [
      "https://evil.test/",
      "//evil.test/",
      "evil.test",
      "",
      "javascript:alert(1)",
      "data:text/html,x",
      `${origin}.evil.test/`,
      `${origin}@evil.test/`,
      `http://user:pass@localhost:${port}/`,
      `http://localhost:${port}0/`,
      `https://localhost:${port}/`,
      world.urls.partner,
      ...HOSTILE.map((hostile) => origin + hostile).filter((url) => url !== `${origin}/@evil.test`),
      `${origin}/@evil.test`,
      `${origin}/en?next=//evil.test`,
      `${origin}/en#//evil.test`,
      `${origin}/api/session`,
      `${origin}/support/captures`,
      `${origin}/brand/lumio/logo`,
    ]
    for (const returnUrl of foreign) {
      const { event } = await opened(returnUrl)
      expect(event, returnUrl).toEqual({
        _tag: "PaymentSessionRefused",
        label: "badRequest.returnUrl",
      })
    }
    expect((await opened(`${origin}/en`)).event._tag).toBe("PaymentSessionOpened")
  })
})
