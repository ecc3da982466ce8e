/**
 * Wrong passwords at the performer's desk lock out the attacker's address, and never a browser that has logged in
 * before.
 */
import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDesks, testDesks } from "../desk/desk.fixture.ts"

const PASSWORD = "a long password of the desk"

describe("wrong passwords of the desk", () => {
  let desks: TestDesks
  beforeAll(async () => {
    desks = await testDesks({}, PASSWORD)
  })
  afterAll(() => desks.close())

  /** Tries a password from this loopback address; returns the status. */
  const tryFrom = (address: string, password: string, cookie = "") =>
    new Promise<number>((resolve, reject) => {
      const body = new URLSearchParams({ password }).toString()
      const { hostname, port } = new URL(desks.url)
      const sent = request(
        {
          hostname,
          port,
          localAddress: address,
          path: "/desk/log-in",
          method: "POST",
          headers: {
            Origin: desks.url,
            Cookie: cookie,
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": Buffer.byteLength(body),
          },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      sent.on("error", reject)
      sent.end(body)
    })
  const flood = async () => {
    for (let host = 2; host < 14; host += 1) {
      for (let tried = 0; tried < 10; tried += 1) await tryFrom(`127.0.0.${host}`, `wrong ${tried}`)
    }
  }

  it("keep out unknown browsers, and none in which somebody logged in before", async () => {
    const performer = desks.desk()
    const first = await performer.post("/log-in", { password: PASSWORD })
    expect(first.status).toBe(303)
    // Scripts cannot read it, and other sites cannot make the browser send it.
    expect(first.headers.getSetCookie().find((set) => set.startsWith("desk-browser="))).toMatch(
      /; Max-Age=7776000; Path=\/desk; HttpOnly; SameSite=Strict$/u,
    )
    await performer.post("/log-out", {})
    const word = performer.cookies.get("desk-browser") ?? ""
    await flood()
    // After a hundred wrong passwords from everywhere, no new browser is admitted, even with the right one.
    expect(await tryFrom("127.0.0.99", PASSWORD)).toBe(429)
    const forged = word.replace(/[^.]+$/u, (signature) => signature.split("").toReversed().join(""))
    for (const shown of ["", forged, word.replace(/^.{4}/u, "AAAA"), "desk-browser"]) {
      expect(await tryFrom("127.0.0.99", PASSWORD, `desk-browser=${shown}`), shown).toBe(429)
    }
    expect((await performer.post("/log-in", { password: PASSWORD })).status).toBe(303)
    expect((await performer.see()).status).toBe(200)

    // Her browser's cookie allows ten tries of its own, from any address, and no more.
    const stolen = `desk-browser=${performer.cookies.get("desk-browser")}`
    for (let tried = 0; tried < 10; tried += 1) {
      expect(await tryFrom(`127.0.0.${20 + tried}`, "wrong", stolen)).toBe(403)
    }
    expect(await tryFrom("127.0.0.99", PASSWORD, stolen)).toBe(429)
  })
})
