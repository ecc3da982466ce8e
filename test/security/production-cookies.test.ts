/** The cookies of sessions and of calls by phone, as a gateway in production sets them and takes them away. */
import { randomBytes, randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { AccountScene } from "../support/account-scene.ts"

const ORIGIN = "https://site.example"
const KEPT = "Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"

describe("in production", () => {
  let scene: AccountScene

  beforeAll(async () => {
    scene = await AccountScene.start({
      FOLDCAST_ENV: "production",
      PUBLIC_ORIGINS: ORIGIN,
      TRUSTED_PROXIES: "127.0.0.1",
      PAYMENT_HOSTS: "bank.example",
      MEMBER_API_KEY: randomBytes(32).toString("base64url"),
      SESSION_SECRET: randomBytes(32).toString("base64url"),
    })
  })
  afterAll(() => scene.stop())

  it("the cookies of a session and of a call go over https alone, to this host alone [STORE-09]", async () => {
    const page = await fetch(scene.gateway.url)
    const { visit } = (await page.json()) as { readonly visit: string }
    const session = page.headers.getSetCookie().find((cookie) => cookie.includes("auth=")) ?? ""
    expect(session).toMatch(/^__Host-auth=[\w-]{43}; /u)
    expect(session).toContain(KEPT)
    const cookiesAfter = async (command: Command) => {
      const { headers } = await fetch(new URL("/api/commands", scene.gateway.url), {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-Foldcast": "1",
          Origin: ORIGIN,
          Cookie: session.slice(0, session.indexOf(";")),
        },
        body: JSON.stringify({ commandId: randomUUID(), visit, command }),
      })
      return headers.getSetCookie()
    }
    const answers = (call: string, body: object) =>
      scene.upstream.script(call, { status: 200, body })

    const token = scene.upstream.tokenOf(scene.member("caller").id)
    answers("POST /payment/dial-in", { username: "anon1234567", token })
    answers("GET /verify/dial-in", { state: "pending" })
    expect(await cookiesAfter({ _tag: "StartDialIn", session: "ivr_1", pin: "4711" })).toEqual([
      `__Host-dial-in=pending; ${KEPT}`,
    ])
    answers("DELETE /payment/dial-in", {})
    answers("GET /verify/dial-in", { state: "ended" })
    expect(await cookiesAfter({ _tag: "EndDialIn" })).toEqual([
      "__Host-dial-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    ])
  })
})
