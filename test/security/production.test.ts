/** The site as it starts in production: behind an https proxy, with its own secrets. */
import { randomBytes } from "node:crypto"
import { request as httpRequest } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { startWorld, type World } from "../support/world.ts"
import { newPersonAccount, Person } from "./person.ts"

const ORIGIN = "https://site.example"
const OTHER_BRAND = "https://partner.example"
const secret = () => randomBytes(32).toString("base64url")

const PRODUCTION = {
  FOLDCAST_ENV: "production",
  TRUSTED_PROXIES: "127.0.0.1",
  // As if the setting had been left there by mistake.
  DEMO: "on",
  PUBLIC_ORIGINS: `${ORIGIN},${OTHER_BRAND}`,
  BRAND_HOSTS: "lumio=partner.example",
  SITE_ORIGINS: `foldcast=${ORIGIN},lumio=${OTHER_BRAND}`,
  BANK_URL: "https://bank.example",
  PAYMENT_HOSTS: "bank.example",
  // No mail server listens there, so mails stay queued.
  SMTP_URL: "smtp://127.0.0.1:9",
  BANK_SECRET: secret(),
  TOKEN_SECRET: secret(),
  MEMBER_API_KEY: secret(),
  SESSION_SECRET: secret(),
  SUPPORT_TOKEN: secret(),
}

describe("the site in production", () => {
  let world: World
  let person: Person

  beforeAll(async () => {
    world = await startWorld({ environment: PRODUCTION })
    person = await Person.arrive({ url: world.urls.site, origin: ORIGIN })
  })
  afterAll(async () => {
    person.leave()
    await world.close()
  })

  /** `fetch` sets Host itself. */
  const ask = (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | null = null,
  ): Promise<{
    readonly status: number
    readonly cookies: ReadonlyArray<string>
    readonly body: string
  }> =>
    new Promise((resolve, reject) => {
      const asking = httpRequest(new URL(path, world.urls.site), {
        method: body === null ? "GET" : "POST",
        headers,
      })
      asking.on("response", (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => (text += chunk))
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            cookies: response.headers["set-cookie"] ?? [],
            body: text,
          }),
        )
      })
      asking.on("upgrade", (response, socket) => {
        socket.destroy()
        const cookies = response.headers["set-cookie"] ?? []
        resolve({ status: response.statusCode ?? 0, cookies, body: "" })
      })
      asking.on("error", reject)
      asking.end(body)
    })

  const SESSION =
    /^__Host-auth=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/u

  it("sets a session's cookie for this host alone, over https alone, unreadable for scripts", async () => {
    const [language, session, ...more] = (await ask("/en", {})).cookies
    expect(language).toBe("language=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure")
    expect(session).toMatch(SESSION)
    expect(more).toEqual([])
    const upgrade = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
      "Sec-WebSocket-Protocol": "foldcast.v1",
      Origin: ORIGIN,
    }
    const stream = await ask("/api/stream?tab=t", upgrade)
    expect(stream.status).toBe(101)
    expect(stream.cookies).toEqual([expect.stringMatching(SESSION)])
  })

  it("changes it at the log-in, and accepts none by the name of development", async () => {
    const before = person.session
    const answer = await person.command({ _tag: "Register", ...newPersonAccount() })
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(SESSION)])
    expect(person.session).not.toBe(before)
    expect(await person.whoami()).not.toBe(null)
    const thief = new Person({ url: world.urls.site, origin: ORIGIN })
    thief.cookies.set("auth", person.session)
    expect(await thief.whoami()).toBe(null)
    expect((await thief.get("/api/sessions")).status).toBe(401)
  })

  it("demands https for good, and loads nothing from elsewhere", async () => {
    const { headers } = await person.get("/en")
    expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{8}; includeSubDomains/u)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toContain("upgrade-insecure-requests")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|https?:|ws:|\*/u)
    const scripts = policy.split("; ").find((directive) => directive.startsWith("script-src "))
    expect(scripts).toMatch(/^script-src 'nonce-[\w-]{22}' 'strict-dynamic'$/u)
  })

  const post = (host: string, origin: string) =>
    ask(
      "/api/commands",
      {
        Host: host,
        Origin: origin,
        Cookie: person.cookieHeader,
        "X-Foldcast": "1",
        "Content-Type": "application/json",
      },
      JSON.stringify({
        commandId: "command-1",
        visit: person.visit,
        command: { _tag: "VerifyAge" },
      }),
    )

  it("is used by the host's own pages only, not by what Host says, nor by another brand's", async () => {
    const { host } = new URL(world.urls.site)
    expect((await post(host, `http://${host}`)).status).toBe(403)
    expect((await post(host, `https://${host}`)).status).toBe(403)
    expect((await post("evil.test", "https://evil.test")).status).toBe(403)
    expect((await post("site.example", OTHER_BRAND)).status).toBe(403)
    expect((await post("partner.example", ORIGIN)).status).toBe(403)
    expect((await post("site.example", ORIGIN)).status).toBe(202)
  })

  it("repeats no host that is not its own", async () => {
    for (const headers of [
      { Host: "evil.test" },
      { Host: "site.example", "X-Forwarded-Host": "evil.test", Forwarded: "host=evil.test" },
    ]) {
      for (const path of [
        "/en",
        "/robots.txt",
        "/.well-known/security.txt",
        "/.well-known/change-password",
        "/sitemap.xml",
        "/settings",
        "/profiel/x",
        "/nowhere",
      ]) {
        const { body } = await ask(path, headers)
        expect(body, path).not.toContain("evil.test")
      }
      expect((await ask("/en", headers)).body).toContain(
        `<link rel="canonical" href="${ORIGIN}/en"`,
      )
    }
  })

  it("has no demo member, no hook of verification, no simulated bank and no source", async () => {
    const guest = await Person.arrive({ url: world.urls.site, origin: ORIGIN })
    const demo = await guest.ask({ _tag: "LogIn", email: DEMO_EMAIL, password: DEMO_PASSWORD })
    expect(demo.event).toEqual({ _tag: "LogInRefused", label: "invalidLogin" })
    guest.leave()
    const hook = await fetch(`${world.urls.backend}/_states`, { method: "POST", body: "{}" })
    expect(hook.status).toBe(404)
    expect(world.urls.mailbox).toBe(null)
    for (const path of [
      "/@vite/client",
      "/apps/web/client-entry.tsx",
      "/.vite/manifest.json",
      "/design",
      "/design/design-entry.tsx",
    ]) {
      expect((await person.get(path)).status, path).toBe(404)
    }
  })
})
