/** A member's credit movements from the member API to a browser: a page of them, and all of them as a file. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab } from "../support/test-tabs.ts"
import type { ScriptedMember } from "../support/scripted-upstream.ts"

const CALL = "GET /wallet/movements"
const HOSTILE = '=HYPERLINK("https://evil.test","x")'

const moved = (number: number, more: object = {}) => ({
  id: `tr_${number}`,
  at: Date.UTC(2026, 10, 24, 12, 0, number),
  amount: -10,
  balance: 1_000 - 10 * number,
  reason: "tip",
  performer: { id: "p_1", username: HOSTILE },
  ...more,
})
const page = (movements: ReadonlyArray<object>, next: string | null = null) => ({
  status: 200,
  body: { movements, next },
})

describe("credit movements", () => {
  let scene: AccountScene
  let anna: ScriptedMember
  beforeAll(async () => {
    scene = await AccountScene.start({
      RATE_CREDIT_FILES_PER_OWNER: "3/1h",
      MEMBER_API_READ_TIMEOUT_MS: "2000",
    })
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const fileOf = ({ browser }: TestTab, query = "") =>
    fetch(new URL(`/api/movements.csv${query}`, browser.url), {
      headers: { Connection: "close", Cookie: browser.cookie ?? "" },
    })

  it("come in our words, in the member's name and in nobody else's", async () => {
    const here = await scene.tabs.member(anna)
    const session = { id: "s_1", mode: "vip", credits: 44, seconds: 11, movements: 6 }
    scene.upstream.script(
      CALL,
      page(
        [
          moved(3, { reason: "paid-time", session }),
          moved(2, { reason: "unheard-of" }),
          moved(1, { reason: "withdrawal", paid: 990 }),
          moved(0, { reason: "bundle", paid: 990, withdrawal: { session: "ps_1", until: 7 } }),
        ],
        "17",
      ),
    )
    const { status, body } = await here.browser.get("/api/movements")
    expect(status).toBe(200)
    expect(body).toEqual({
      movements: [
        {
          movementId: "tr_3",
          at: Date.UTC(2026, 10, 24, 12, 0, 3),
          amount: -10,
          balance: 970,
          kind: "paidTime",
          withdrawal: null,
          session: {
            sessionId: "s_1",
            mode: "vip",
            credits: 44,
            seconds: 11,
            movementCount: 6,
            hold: null,
          },
          performer: { performerId: "p_1", username: HOSTILE },
          transactionId: null,
          paidCents: null,
        },
        expect.objectContaining({ movementId: "tr_2", kind: "other", session: null }),
        expect.objectContaining({ kind: "withdrawal", paidCents: 990, withdrawal: null }),
        expect.objectContaining({ kind: "bundle", withdrawal: { sessionId: "ps_1", until: 7 } }),
      ],
      next: "17",
    })
    expect(scene.upstream.last(CALL).query).toEqual({ limit: "200", lang: "nl" })
    scene.upstream.script(CALL, page([]))
    await here.browser.get("/api/movements?before=17&memberId=m-bert&limit=9999")
    expect(scene.upstream.last(CALL).query).toEqual({ limit: "200", before: "17", lang: "nl" })
  })

  it("are empty for a guest, and an impossible position is not asked for", async () => {
    const guest = await scene.tabs.guest()
    expect((await guest.browser.get("/api/movements")).status).toBe(401)
    expect((await fileOf(guest)).status).toBe(401)
    const here = await scene.tabs.member(anna)
    for (const place of ["", "%0d%0a", "a".repeat(129), "../x", "1%26memberId=2"]) {
      expect((await here.browser.get(`/api/movements?before=${place}`)).status).toBe(400)
    }
    expect(scene.upstream.calls).not.toContain(CALL)
    scene.upstream.script(CALL, { status: 400, body: { label: "badRequest.before" } })
    expect(await here.browser.get("/api/movements?before=99")).toMatchObject({ status: 400 })
  })

  it("are not available where the upstream is not", async () => {
    const here = await scene.tabs.member(anna)
    scene.upstream.script(CALL, { status: 200, body: { movements: [{ id: "half" }] } })
    expect((await here.browser.get("/api/movements")).status).toBe(503)
  })

  it("are sent as a file, every page of them, whose texts are no formulas, with what was paid [WALLET-49]", async () => {
    const here = await scene.tabs.member(anna)
    const bought = moved(1, { reason: "bundle", amount: 600, transactionId: "tx_1", paid: 999 })
    scene.upstream.script(CALL, page([moved(3), moved(2)], "2"), page([bought]))
    const response = await fileOf(here, "?lang=en")
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="credits.csv"')
    expect(response.headers.get("cache-control")).toBe("no-store")
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = bytes.toString("utf8").split("\r\n")
    expect(lines).toHaveLength(5)
    expect(lines[1]).toBe(
      '"2026-11-24T12:00:03.000Z","Tip","\'=HYPERLINK(""https://evil.test"",""x"")",-10,970,"","tr_3","",,,',
    )
    expect(lines[3]).toMatch(/,600,990,"","tr_1","tx_1",9\.99,1\.73,"EUR"$/u)
    expect(scene.upstream.last(CALL).query).toMatchObject({ before: "2", lang: "en" })
    scene.upstream.script(CALL, page([bought]))
    expect(await (await fileOf(here, "?lang=nl")).text()).toContain(',9.99,1.73,"EUR"')
  })

  it("break off as a failed download where a page is missing, and are not asked for without end", async () => {
    const here = await scene.tabs.member(anna)
    scene.upstream.script(CALL, page([moved(2)], "2"), { status: 403, body: {} })
    const broken = await fileOf(here)
    expect(broken.status).toBe(200)
    await expect(broken.text()).rejects.toThrow()
    const statuses: Array<number> = []
    for (const _ of [1, 2, 3]) {
      scene.upstream.script(CALL, page([]))
      const response = await fileOf(here)
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses).toEqual([200, 200, 429])
  })
})
