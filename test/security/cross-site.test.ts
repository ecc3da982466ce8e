/**
 * What another site can make a member's browser send, with the member's cookies: every POST route, the sockets, the
 * methods and types that need no preflight. None of it has an effect.
 */
import { randomUUID } from "node:crypto"
import { request as httpRequest } from "node:http"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { newPersonAccount, Person } from "./person.ts"

const SUBPROTOCOL = "foldcast.v1"

describe("another site", () => {
  let world: World
  let member: Person
  let memberId: string | null

  beforeAll(async () => {
    world = await sharedWorld()
    member = await Person.register({ url: world.urls.site }, newPersonAccount())
    memberId = await member.whoami()
  })
  afterAll(() => member.leave())

  const host = () => new URL(world.urls.site).host

  /** Origins that are not the page's own, some of them similar. */
  const foreignOrigins = (): ReadonlyArray<string | null> => [
    null,
    "null",
    "",
    "https://evil.test",
    world.urls.partner,
    `https://${host()}`,
    `http://${host()}.evil.test`,
    `http://evil.test/${world.urls.site}`,
    `${world.urls.site}/`,
    `${world.urls.site}, https://evil.test`,
    `http://user@${host()}`,
    "http://localhost",
    "file://",
  ]

  /** Headers that another site's page can send or leave out. */
  const hostile = (): ReadonlyArray<Readonly<Record<string, string | null>>> => [
    ...foreignOrigins().map((Origin) => ({ Origin })),
    ...["cross-site", "same-site", "none", ""].map((site) => ({ "Sec-Fetch-Site": site })),
    { "X-Foldcast": null },
    { "X-Foldcast": "2" },
    ...[
      null,
      "text/plain",
      "text/plain;charset=UTF-8",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain; application/json",
    ].flatMap((type) => [
      { "Content-Type": type },
      // As a form or a `no-cors` fetch sends it.
      { "Content-Type": type, "X-Foldcast": null, Origin: "https://evil.test" },
    ]),
  ]

  const bodies = () => {
    const commandId = randomUUID()
    const fact = { n: 1_000, after: 0, at: 0, fact: { _tag: "WalletOpened" } }
    return {
      "/api/commands": JSON.stringify({
        commandId,
        visit: member.visit,
        command: { _tag: "LogOut" },
      }),
      "/api/facts": JSON.stringify({ k: "facts", visit: member.visit, epoch: "e", facts: [fact] }),
      "/api/choices": JSON.stringify({ consent: "accepted" }),
      "/api/rooms/p_1/watch": "v=0\r\n",
    }
  }

  it("posts nothing, to any route, under any origin, type or header", async () => {
    for (const [route, body] of Object.entries(bodies())) {
      for (const headers of hostile()) {
        const answer = await member.post(route, body, headers)
        expect([403, 415], `${route} ${JSON.stringify(headers)}`).toContain(answer.status)
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
    expect(await member.whoami()).toBe(memberId)
    expect(member.stream.closed).toBe(null)
    expect(member.stream.tags).not.toContain("LoggedOut")
  })

  it("finds no other method and no other route to post to", async () => {
    for (const [route, body] of Object.entries(bodies())) {
      for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const response = await fetch(world.urls.site + route, {
          method,
          headers: { Cookie: member.cookieHeader, Origin: "https://evil.test" },
          ...(!["GET", "HEAD"].includes(method) && { body }),
        })
        expect(response.status, `${method} ${route}`).toBe(404)
      }
      const query = new URLSearchParams({ _method: "POST", body }).toString()
      expect((await member.get(`${route}?${query}`)).status).toBe(404)
      const override = { "X-HTTP-Method-Override": "POST", "X-Method-Override": "POST" }
      expect((await member.get(route, override)).status).toBe(404)
    }
    for (const path of [
      "/",
      "/en",
      "/settings",
      "/health/ready",
      "/metrics",
      "/support/captures",
    ]) {
      const { status } = await member.post(path, "{}")
      expect([404, 405], path).toContain(status)
    }
    expect(await member.whoami()).toBe(memberId)
  })

  it("may read no answer", async () => {
    for (const path of ["/en", "/api/session", "/api/sessions", "/api/brand", "/api/commands"]) {
      for (const method of ["GET", "OPTIONS"]) {
        const { headers } = await fetch(world.urls.site + path, {
          method,
          headers: {
            Cookie: member.cookieHeader,
            Origin: "https://evil.test",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "x-foldcast,content-type",
          },
        })
        const names = [...headers.keys()].filter((name) => name.startsWith("access-control-"))
        expect(names, `${method} ${path}`).toEqual([])
        expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
        expect(headers.get("x-frame-options")).toBe("DENY")
      }
    }
  })

  /** The status of an upgrade, and the cookies in its answer. */
  const upgrade = (headers: Readonly<Record<string, string>>, path = "/api/stream") =>
    new Promise<{ readonly status: number; readonly cookies: ReadonlyArray<string> }>(
      (resolve, reject) => {
        const asking = httpRequest(`${world.urls.site}${path}`, {
          headers: {
            Connection: "Upgrade",
            Upgrade: "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Protocol": SUBPROTOCOL,
            Cookie: member.cookieHeader,
            ...headers,
          },
        })
        asking.on("upgrade", ({ statusCode, headers: given }, socket) => {
          socket.destroy()
          resolve({ status: statusCode ?? 0, cookies: given["set-cookie"] ?? [] })
        })
        asking.on("response", (response) => {
          response.resume()
          resolve({
            status: response.statusCode ?? 0,
            cookies: response.headers["set-cookie"] ?? [],
          })
        })
        asking.on("error", reject)
        asking.end()
      },
    )

  it("can open no socket, and no event stream", async () => {
    const own = { Origin: world.urls.site }
    for (const origin of foreignOrigins()) {
      const answer = await upgrade(origin === null ? {} : { Origin: origin })
      expect(answer, String(origin)).toEqual({ status: 403, cookies: [] })
    }
    for (const site of ["cross-site", "same-site", "none"]) {
      expect((await upgrade({ ...own, "Sec-Fetch-Site": site })).status).toBe(403)
    }
    const accept = { Accept: "text/event-stream" }
    for (const site of ["cross-site", "same-site", "none", ""]) {
      const headers = { ...accept, "Sec-Fetch-Site": site }
      expect((await member.get("/api/stream", headers)).status).toBe(403)
    }
    expect((await member.get("/api/stream", accept)).status).toBe(403)
    const foreign = { ...accept, "Sec-Fetch-Site": "same-origin", Origin: "https://evil.test" }
    expect((await member.get("/api/stream", foreign)).status).toBe(403)
    // The same request from the page itself is accepted.
    const query = `/api/stream?tab=t&visit=${member.visit}`
    expect((await upgrade({ ...own, "Sec-Fetch-Site": "same-origin" }, query)).status).toBe(101)
  })

  it("is not taken for this one by a header that claims it", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const { port } = new URL(world.urls.site)
      const socket = connect(Number(port), "127.0.0.1", () => {
        const body = bodies()["/api/commands"]
        socket.end(
          [
            "POST /api/commands HTTP/1.1",
            "Host: evil.test",
            `X-Forwarded-Host: ${host()}`,
            `Cookie: ${member.cookieHeader}`,
            `Origin: ${world.urls.partner}`,
            "X-Foldcast: 1",
            "Content-Type: application/json",
            `Content-Length: ${body.length}`,
            "",
            body,
          ].join("\r\n"),
        )
      })
      let text = ""
      socket.setEncoding("utf8")
      socket.on("data", (chunk: string) => (text += chunk))
      socket.on("end", () => resolve(text))
      socket.on("error", reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 403 /u)
  })

  it("sends no cookie of ours with what it embeds, and no script reads one", async () => {
    const visitor = new Person({ url: world.urls.site })
    const { headers } = await visitor.get("/en")
    const [language, session, ...more] = headers.getSetCookie()
    expect(more).toEqual([])
    expect(language).toBe("language=en; Path=/; Max-Age=31536000; SameSite=Lax")
    expect(session).toMatch(/^auth=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/u)
  })
})
