import { Effect } from "effect"
import { Hono } from "hono"
import { describe, expect, it } from "vitest"
import { Ids } from "../ids.ts"
import { onlyOwnPosts } from "./guards.ts"
import { contentSecurityPolicy, type NonceVariables, securityHeaders } from "./security-headers.ts"

const ids = Effect.runSync(Effect.provide(Ids, Ids.layer))
const origins = { own: new Set(["https://example.com"]), trustHost: false }

const appOf = (production: boolean) => {
  const app = new Hono<NonceVariables>()
  app.use(securityHeaders(ids, production))
  app.post("/api/*", onlyOwnPosts(origins, ids))
  app.get("/page", (context) => context.html(`<script nonce="${context.get("nonce")}"></script>`))
  app.get("/moved", () => Response.redirect("https://example.com/"))
  app.get("/nothing", (context) => context.body(null, 204))
  app.get("/raw", () => new Response("raw"))
  app.get("/broken", () => {
    throw new Error("canary")
  })
  app.post("/api/commands", (context) => context.text("admitted"))
  app.onError((_error, context) => context.text("failed", 500))
  return app
}

describe("the security headers", () => {
  it("are set on every answer: pages, errors, redirects, refusals and what does not exist", async () => {
    const app = appOf(true)
    const requests = [
      ["GET", "/page", 200],
      ["GET", "/moved", 302],
      ["GET", "/nothing", 204],
      ["GET", "/raw", 200],
      ["GET", "/broken", 500],
      ["GET", "/missing", 404],
      ["POST", "/api/commands", 403],
    ] as const
    for (const [method, path, status] of requests) {
      const { headers, ...response } = await app.request(path, { method })
      const answered = await app.request(path, { method })
      expect(answered.status, path).toBe(status)
      expect(headers.get("rating"), path).toBe("RTA-5042-1996-1400-1577-RTA")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("referrer-policy")).toBe("same-origin")
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups")
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
      expect(headers.get("permissions-policy")).toContain("geolocation=()")
      expect(headers.get("permissions-policy")).toContain("camera=(self), microphone=(self)")
      expect(headers.get("permissions-policy")).toContain(
        "publickey-credentials-create=(self), publickey-credentials-get=(self)",
      )
      expect(headers.get("strict-transport-security")).toContain("max-age=63072000")
      expect(headers.get("content-security-policy")).toContain("script-src 'nonce-")
      expect(response).toBeDefined()
    }
  })

  it("allow only what carries the answer's own nonce, new for each answer", async () => {
    const app = appOf(true)
    const nonces = new Set<string>()
    for (let count = 0; count < 20; count += 1) {
      const response = await app.request("/page")
      const policy = response.headers.get("content-security-policy") ?? ""
      const nonce = /script-src 'nonce-([\w-]{22})' 'strict-dynamic'/u.exec(policy)?.[1] ?? ""
      expect(await response.text()).toContain(`nonce="${nonce}"`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(20)
  })

  it("refuse frames, plugins, foreign bases, foreign forms and inline scripts", () => {
    const policy = contentSecurityPolicy("n", true).split("; ")
    for (const directive of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "script-src-attr 'none'",
    ]) {
      expect(policy).toContain(directive)
    }
    const scripts = policy.filter((directive) => directive.startsWith("script-src"))
    expect(scripts.join(" ")).not.toMatch(/unsafe/u)
    expect(policy.find((directive) => directive.startsWith("style-src "))).not.toMatch(/unsafe/u)
  })

  it("allow pictures and films from this site, and from the named hosts over https", () => {
    const own = contentSecurityPolicy("n", true).split("; ")
    expect(own).toContain("img-src 'self' data:")
    expect(own).toContain("media-src 'self'")
    const wider = contentSecurityPolicy("n", true, { mediaHosts: ["a.example", "b.example:8443"] })
    expect(wider.split("; ").filter((directive) => !own.includes(directive))).toEqual([
      "img-src 'self' data: https://a.example https://b.example:8443",
      "media-src 'self' https://a.example https://b.example:8443",
    ])
  })

  it("let no text become markup or script, except in the development server's own", () => {
    const built = contentSecurityPolicy("n", false).split("; ")
    expect(built).toContain("require-trusted-types-for 'script'")
    expect(built).toContain("trusted-types default")
    expect(contentSecurityPolicy("n", false, { hotReload: ["ws://localhost:3000"] })).not.toContain(
      "trusted-types",
    )
  })

  it("demand https in production only", async () => {
    const { headers } = await appOf(false).request("/page")
    expect(headers.get("strict-transport-security")).toBeNull()
    expect(headers.get("content-security-policy")).not.toContain("upgrade-insecure-requests")
  })
})

describe("the guard of POST routes", () => {
  const app = appOf(true)
  const own = {
    Origin: "https://example.com",
    "X-Foldcast": "1",
    "Content-Type": "application/json",
  }
  const post = (headers: Readonly<Record<string, string>>) =>
    app.request("/api/commands", { method: "POST", body: "{}", headers })

  it("lets the page's own requests through", async () => {
    expect(await (await post(own)).text()).toBe("admitted")
  })

  it("answers 403 to foreign ones and 415 to other types, as problems", async () => {
    for (const [headers, status] of [
      [{ ...own, Origin: "https://evil.test" }, 403],
      [{ "X-Foldcast": "1", "Content-Type": "application/json" }, 403],
      [{ Origin: "https://evil.test", "Content-Type": "text/plain" }, 403],
      [{ ...own, "Content-Type": "text/plain" }, 415],
    ] as const) {
      const response = await post(headers)
      expect(response.status).toBe(status)
      expect(response.headers.get("content-type")).toBe("application/problem+json")
      expect(await response.json()).toMatchObject({ status })
    }
  })
})
