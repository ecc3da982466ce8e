import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testSimulatorsConfig } from "../bank/fake-shop.fixture.ts"
import { type RunningSimulators, startSimulators } from "../simulators.ts"
import {
  type FakeSite,
  fakeSite,
  instruct,
  NUMBER,
  phoneConfig,
  quickTime,
} from "./fake-site.fixture.ts"

/** A second of a call passes in fifty milliseconds. */
const SPEED = 20
let site: FakeSite
let phone: RunningSimulators
const start = (file: string | null = null) =>
  startSimulators(
    { ...testSimulatorsConfig(), phone: phoneConfig(site.url, file) },
    quickTime(SPEED),
  )
beforeAll(async () => {
  site = await fakeSite()
  phone = await start()
})
afterAll(async () => {
  await phone.close()
  site.close()
})

const post = (path: string, form: Record<string, string>, at = phone) =>
  fetch(at.url + path, { method: "POST", redirect: "manual", body: new URLSearchParams(form) })

/** Answers the call's page and its name. */
const dialled = async (at = phone) => {
  const response = await post("/phone/dial", { number: NUMBER, lang: "en" }, at)
  const path = response.headers.get("location") ?? ""
  const call = new URL(path, at.url).searchParams.get("id") ?? ""
  return { status: response.status, path, call }
}
const pageOf = async (path: string, at = phone) => (await fetch(at.url + path)).text()
const noticesOf = (call: string) =>
  site.heard.filter(({ body }) => body.call === call).map(({ body }) => body)
const isOf =
  (call: string, kind: string, least = 0) =>
  (notice: Readonly<Record<string, unknown>>) =>
    notice["call"] === call && notice["kind"] === kind && Number(notice["seconds"] ?? 0) >= least

describe("the phone's page", () => {
  it("dials in both languages without script, says that it is a test, and knows the numbers in service", async () => {
    const dutch = await pageOf("/phone?lang=nl")
    expect(dutch).toContain('<html lang="nl">')
    expect(dutch).toContain("Dit is een nagemaakte telefoon.")
    expect(dutch).toContain(`value="${NUMBER}"`)
    expect(dutch).not.toContain("<script")
    expect(await pageOf("/phone?lang=en")).toContain("This is a simulated phone.")
    expect(await pageOf("/?lang=en")).toContain("/phone?lang=en")
    const wrong = await post("/phone/dial", { number: "0906-9999", lang: "en" })
    expect([wrong.status, await wrong.text()]).toEqual([
      404,
      expect.stringContaining("not in service"),
    ])
    expect((await fetch(`${phone.url}/phone/call?id=none`)).status).toBe(404)
  })

  it("reads out the tariff and the PIN before anything costs", async () => {
    const { status, path, call } = await dialled()
    expect(status).toBe(303)
    const page = await pageOf(path)
    for (const told of ["€0.80 per minute", "€0.45 once", "is free", "0 4 2 7"])
      expect(page).toContain(told)
    expect(noticesOf(call)).toEqual([
      { v: 1, kind: "arrived", call, number: NUMBER, tariffCents: 80 },
    ])
    expect(site.heard.every(({ isSigned }) => isSigned)).toBe(true)
  })

  it("has no call where the site takes none", async () => {
    for (const status of [404, 409, 503]) {
      site.answers.push(status)
      expect((await dialled()).status).toBe(404)
    }
  })
})

describe("a call", () => {
  it("is connected at the site's word, and costs what its page shows to the second", async () => {
    const { path, call } = await dialled()
    for (const _ of [1, 2])
      expect((await instruct(phone.url, { kind: "connect", call })).status).toBe(200)
    await site.until(isOf(call, "connected"))
    await site.until(isOf(call, "talking", 10))
    expect(await pageOf(path)).toContain("You’re connected")
    await post("/phone/end", { id: call, how: "caller", lang: "en" })
    const ended = await site.until(isOf(call, "ended"))
    const seconds = Number(ended["seconds"])
    expect(ended).toEqual({ v: 1, kind: "ended", call, seconds, reason: "caller" })
    expect(seconds).toBeGreaterThanOrEqual(10)
    const page = await pageOf(path)
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
    const cents = Math.floor((seconds * 80) / 60) + 45
    expect(page).toContain(`>${clock}<`)
    expect(page).toContain(`€${(cents / 100).toFixed(2)}`)
    expect(noticesOf(call).filter(({ kind }) => kind === "connected")).toHaveLength(1)
    // What is over stays so.
    await post("/phone/end", { id: call, how: "line", lang: "en" })
    await instruct(phone.url, { kind: "hangUp", call, why: "asked" })
    await instruct(phone.url, { kind: "connect", call })
    expect(await pageOf(path)).toBe(page)
  })

  it("costs nothing before it is connected, and may lose its line", async () => {
    const { path, call } = await dialled()
    await post("/phone/end", { id: call, how: "line", lang: "en" })
    expect(await site.until(isOf(call, "ended"))).toMatchObject({ seconds: 0, reason: "line" })
    const page = await pageOf(path)
    expect(page).toContain("The connection was lost.")
    expect(page).toContain("€0.00")
  })

  it("hears that it is about to be ended, and is ended at the site's word", async () => {
    const { path, call } = await dialled()
    await instruct(phone.url, { kind: "connect", call })
    await instruct(phone.url, { kind: "announce", call, why: "notWatching" })
    expect(await pageOf(path)).toContain("You’re not watching anyone.")
    await instruct(phone.url, { kind: "hangUp", call, why: "notWatching" })
    expect(await site.until(isOf(call, "ended"))).toMatchObject({ reason: "instructed" })
    expect(await pageOf(path)).toContain("The site ended the call.")
  })

  it("obeys the site alone", async () => {
    const { path, call } = await dialled()
    const forged = await instruct(phone.url, { kind: "connect", call }, "another secret")
    expect(forged.status).toBe(401)
    const bare = await fetch(`${phone.url}/phone/instructions`, { method: "POST", body: "{}" })
    expect(bare.status).toBe(401)
    expect((await instruct(phone.url, { kind: "explode", call })).status).toBe(400)
    expect((await instruct(phone.url, { kind: "connect", call: "line_none" })).status).toBe(404)
    expect(await pageOf(path)).toContain("0 4 2 7")
  })

  it("is told in order, and again and again until the site answers", async () => {
    const { call } = await dialled()
    site.answers.push(503, 401)
    await instruct(phone.url, { kind: "connect", call })
    await post("/phone/end", { id: call, how: "caller", lang: "en" })
    await site.until(isOf(call, "ended"))
    const kinds = noticesOf(call).flatMap(({ kind }) => (kind === "talking" ? [] : [kind]))
    expect(kinds).toEqual(["arrived", "connected", "connected", "connected", "ended"])
  })

  it("that a stopped provider lost ends at the last second that was written, and the site is told", async () => {
    const folder = mkdtempSync(join(tmpdir(), "foldcast-phone-"))
    const file = join(folder, "books", "phone.db")
    const one = await start(file)
    const { path, call } = await dialled(one)
    await instruct(one.url, { kind: "connect", call })
    await site.until(isOf(call, "talking", 5))
    await one.close()
    const two = await start(file)
    const ended = await site.until(isOf(call, "ended"))
    expect(ended).toMatchObject({ reason: "provider" })
    const told = noticesOf(call)
      .filter(({ kind }) => kind === "talking")
      .map((notice) => Number(notice["seconds"]))
    expect(Number(ended["seconds"])).toBeGreaterThanOrEqual(Math.max(...told))
    expect(await pageOf(path, two)).toContain("The phone company restarted.")
    await two.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
