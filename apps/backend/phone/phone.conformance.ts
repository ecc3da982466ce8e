/** The guarantees of paying by phone, on every database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { BackendConfigShape } from "../config.ts"
import { NL_NUMBER, type TestPhone, testPhone } from "./phone.fixture.ts"

const wrongOf = (pin: string, step: number) =>
  String((Number(pin) + step) % 10_000).padStart(4, "0")

/** `overrides` names the same database each time it is asked. */
export const phoneConformance = (
  name: string,
  overrides: () => Promise<Partial<BackendConfigShape>>,
) => {
  let phone: TestPhone
  beforeAll(async () => {
    phone = await testPhone(await overrides())
  })
  afterAll(() => phone?.close())

  describe(`a PIN on ${name}`, () => {
    it("is taken from the browser that was shown the number, used up by it, and taken again from it alone", async () => {
      const { session } = await phone.openSession()
      const { pin } = await phone.arrives()
      const first = await phone.types(session, pin, "browser-a", "anon1234567")
      expect(first).toMatchObject({ status: 200, body: { username: "anon1234567" } })
      const again = await phone.types(session, pin, "browser-a", "anon7654321")
      expect(again).toMatchObject({ status: 200, body: { username: "anon1234567" } })
      expect(await phone.types(session, pin, "browser-b")).toMatchObject({
        status: 404,
        body: { label: "notFound.session" },
      })
      const other = await phone.openSession()
      expect(await phone.types(other.session, pin, "browser-b")).toMatchObject({
        status: 400,
        body: { label: "badRequest.pincode" },
      })
    })

    it("is tried five times in a session, also over a restart of everything but the database", async () => {
      const { session } = await phone.openSession()
      const { pin } = await phone.arrives()
      for (const step of [1, 2, 3]) {
        expect((await phone.types(session, wrongOf(pin, step))).status).toBe(400)
      }
      await phone.close()
      phone = await testPhone(await overrides())
      for (const step of [4, 5]) {
        expect((await phone.types(session, wrongOf(pin, step))).status).toBe(400)
      }
      for (const typed of [wrongOf(pin, 6), pin]) {
        expect(await phone.types(session, typed)).toMatchObject({
          status: 429,
          body: { label: "tooManyAttempts" },
        })
      }
      // The call waits on for whoever has a try left.
      const { session: fresh } = await phone.openSession()
      expect((await phone.types(fresh, pin)).status).toBe(200)
    })

    it("is tried five times even where the tries come at once", async () => {
      const { session } = await phone.openSession()
      const { pin } = await phone.arrives()
      const steps = Array.from({ length: 9 }, (_, index) => index + 1)
      const tried = await Promise.all(steps.map((step) => phone.types(session, wrongOf(pin, step))))
      expect(tried.filter(({ status }) => status === 400)).toHaveLength(5)
      expect(tried.filter(({ status }) => status === 429)).toHaveLength(4)
    })

    it("is tried by one address so often, in however many sessions, and a right one is not counted", async () => {
      const guesser = "192.0.2.30"
      const { pin } = await phone.arrives()
      const { pin: heard } = await phone.arrives()
      const typed = async (pins: ReadonlyArray<string>, address = guesser) => {
        const { session } = await phone.openSession()
        const viewer = `browser of ${session}`
        const answers = pins.map((one) => phone.types(session, one, viewer, undefined, address))
        return (await Promise.all(answers)).map(({ status }) => status)
      }
      const guesses = (count: number) => typed(Array.from({ length: count }, () => "no PIN"))
      for (let session = 1; session <= 5; session += 1) {
        expect(new Set(await guesses(5))).toEqual(new Set([400]))
      }
      expect(await guesses(4)).toEqual([400, 400, 400, 400])
      expect(await typed([heard])).toEqual([200])
      const last = await Promise.all([guesses(3), guesses(3)])
      expect(last.flat().toSorted((a, b) => a - b)).toEqual([400, 429, 429, 429, 429, 429])
      expect(await typed([pin])).toEqual([429])
      // The caller, at another address, is kept from nothing.
      expect(await typed([pin], "192.0.2.31")).toEqual([200])
    })

    it("is one browser's where two type it at once", async () => {
      const sessions = await Promise.all([phone.openSession(), phone.openSession()])
      const { pin } = await phone.arrives()
      const typed = await Promise.all(
        sessions.map(({ session }, index) => phone.types(session, pin, `browser-${index}`)),
      )
      expect(typed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    })

    it("is looked for among the calls at the number that was shown", async () => {
      const { session } = await phone.openSession("BE")
      const { pin } = await phone.arrives(NL_NUMBER)
      expect((await phone.types(session, pin)).status).toBe(400)
    })

    it("is not taken in a session that has expired, is unknown, or from a name that is no caller's", async () => {
      const { session } = await phone.openSession()
      const { pin } = await phone.arrives()
      expect((await phone.types("ivr_none", pin)).body).toEqual({ label: "notFound.session" })
      expect((await phone.types(session, pin, "browser-a", "Anna")).body).toEqual({
        label: "badRequest.username",
      })
      phone.forward(61_000)
      expect((await phone.types(session, pin)).body).toEqual({ label: "notFound.session" })
    })

    it("differs among the calls that wait at one number", async () => {
      const arrived = await Promise.all(Array.from({ length: 40 }, () => phone.arrives()))
      expect(new Set(arrived.map(({ pin }) => pin)).size).toBe(40)
      for (const { pin } of arrived) expect(pin).toMatch(/^\d{4}$/u)
    })
  })

  describe(`a notice of the phone's provider on ${name}`, () => {
    it("is told the PIN and what is to be announced, the same however often it is repeated", async () => {
      const { call, answer } = await phone.arrives()
      expect(answer).toEqual({
        status: 200,
        body: { pin: expect.any(String), tariffCents: 80, startCents: 45, maxSeconds: 3_600 },
      })
      const repeated = await phone.says({
        kind: "arrived",
        call,
        number: "+31 906 1234",
        tariffCents: 80,
      })
      expect(repeated).toEqual(answer)
    })

    it("is told no PIN of a call that waits no more, however it came to that", async () => {
      const again = async (call: string) =>
        phone.says({ kind: "arrived", call, number: NL_NUMBER, tariffCents: 80 })
      const refused = { status: 409, body: { label: "call.notWaiting" } }
      const { call, session, token } = await phone.accepted()
      expect(await again(call)).toEqual(refused)
      await phone.says({ kind: "connected", call })
      expect(await again(call)).toEqual(refused)
      await phone.says({ kind: "ended", call, seconds: 9, reason: "caller" })
      expect(await again(call)).toEqual(refused)
      expect((await phone.stateOf(session, token)).body).toMatchObject({ seconds: 9 })
      const { call: unanswered } = await phone.arrives()
      await phone.says({ kind: "ended", call: unanswered, seconds: 0, reason: "caller" })
      expect(await again(unanswered)).toEqual(refused)
      // One that pays already and still waits for its PIN is told it.
      const { call: connected, answer } = await phone.arrives()
      await phone.says({ kind: "connected", call: connected })
      expect(await again(connected)).toEqual(answer)
    })

    it("is refused for a number that is not ours, and for another tariff than ours", async () => {
      const arrived = (number: string, tariffCents: number) =>
        phone.says({ kind: "arrived", call: "line-x", number, tariffCents })
      expect((await arrived("0906-9999", 80)).status).toBe(404)
      expect((await arrived(NL_NUMBER, 79)).status).toBe(409)
      expect((await phone.says({ kind: "connected", call: "line-x" })).status).toBe(404)
    })

    it("is refused where it is not signed, signed by another, changed, or old", async () => {
      const { call, token, session } = await phone.accepted()
      const connected = { kind: "connected", call }
      for (const signing of [
        { secret: "somebody-else's-secret" },
        { signed: JSON.stringify({ v: 1, ...connected, call: "line-y" }) },
        { at: phone.now() - 301_000 },
        { at: phone.now() + 302_000 },
      ]) {
        expect((await phone.says(connected, signing)).status).toBe(401)
      }
      const bare = await fetch(`${phone.url}/callbacks/phone`, { method: "POST", body: "{}" })
      expect(bare.status).toBe(401)
      expect((await phone.stateOf(session, token)).body).toMatchObject({ state: "pending" })
    })

    it("changes nothing more where it is repeated, late, or out of order", async () => {
      const { call, token, session } = await phone.accepted()
      const state = async () => (await phone.stateOf(session, token)).body
      const connected = { kind: "connected", call }
      const talking = (seconds: number) => ({ kind: "talking", call, seconds })
      const ended = (seconds: number, reason = "caller") => ({
        kind: "ended",
        call,
        seconds,
        reason,
      })
      // The one of the connection comes late.
      expect((await phone.says(talking(10))).status).toBe(200)
      expect(await state()).toEqual({ state: "in_call", seconds: 10, cents: 58 })
      for (const notice of [connected, talking(5), talking(10), connected]) {
        expect((await phone.says(notice)).status).toBe(200)
        expect(await state()).toEqual({ state: "in_call", seconds: 10, cents: 58 })
      }
      await phone.says(ended(59))
      const over = { state: "ended", seconds: 59, cents: 123 }
      expect(await state()).toEqual(over)
      for (const notice of [ended(90, "line"), talking(80), connected, ended(59)]) {
        expect((await phone.says(notice)).status).toBe(200)
        expect(await state()).toEqual(over)
      }
    })

    it("is taken of a call that paid before a restart, whose rooms its token opens again", async () => {
      const { call, token, session } = await phone.talking()
      const { performerId } = await phone.performer()
      expect((await phone.join(token, performerId)).status).toBe(200)
      await phone.says({ kind: "talking", call, seconds: 20 })
      await phone.close()
      phone = await testPhone(await overrides())
      const before = { state: "in_call", seconds: 20, cents: 71 }
      expect((await phone.stateOf(session, token)).body).toEqual(before)
      expect((await phone.join(token, performerId)).status).toBe(200)
      await phone.says({ kind: "ended", call, seconds: 61, reason: "caller" })
      const after = { state: "ended", seconds: 61, cents: 126 }
      expect((await phone.stateOf(session, token)).body).toEqual(after)
    })

    it("costs nothing where the call never connected", async () => {
      const { call, token, session } = await phone.accepted()
      await phone.says({ kind: "ended", call, seconds: 0, reason: "caller" })
      expect((await phone.stateOf(session, token)).body).toEqual({
        state: "ended",
        seconds: 0,
        cents: 0,
      })
    })

    it("of the connection is kept while the call waits, and the PIN makes it pay from then on", async () => {
      for (const [notice, seconds, cents] of [
        [{ kind: "connected" }, 0, 45],
        [{ kind: "talking", seconds: 6 }, 6, 53],
      ] as const) {
        const { session } = await phone.openSession()
        const { call, pin } = await phone.arrives()
        for (let times = 0; times < 2; times += 1) await phone.says({ ...notice, call })
        const { body } = await phone.types(session, pin, `browser of ${session}`)
        const token = String(body["token"])
        const state = async () => (await phone.stateOf(session, token)).body
        expect(await state()).toEqual({ state: "in_call", seconds, cents })
        const { performerId } = await phone.performer()
        expect((await phone.join(token, performerId)).status).toBe(200)
        await phone.says({ kind: "talking", call, seconds: 30 })
        expect(await state()).toEqual({ state: "in_call", seconds: 30, cents: 85 })
        await phone.says({ kind: "ended", call, seconds: 30, reason: "caller" })
        // It needed nobody's word to be connected.
        const kinds = phone.provider.heard.filter((one) => one.call === call)
        expect(kinds.filter(({ kind }) => kind === "connect")).toEqual([])
      }
    })

    it("makes nothing of a call whose PIN nobody typed but its end", async () => {
      const { session } = await phone.openSession()
      const { call, pin } = await phone.arrives()
      await phone.says({ kind: "connected", call })
      await phone.says({ kind: "ended", call, seconds: 0, reason: "line" })
      expect((await phone.types(session, pin)).status).toBe(400)
    })
  })

  describe(`an instruction to the phone's provider on ${name}`, () => {
    it("is signed and repeated until it is answered, and goes out after a restart", async () => {
      phone.provider.answers.push(503, 503)
      const { call } = await phone.accepted()
      expect(await phone.provider.until(call, "connect")).toMatchObject({ isSigned: true })
      await expect
        .poll(() => phone.provider.heard.filter((one) => one.call === call).length)
        .toBe(3)
      const before = phone
      before.provider.answers.push(...Array.from({ length: 200 }, () => 503))
      const next = await before.accepted()
      await before.provider.until(next.call, "connect")
      await before.close()
      phone = await testPhone(await overrides())
      await phone.provider.until(next.call, "connect")
      const { token, session } = next
      expect((await phone.stateOf(session, token)).body).toMatchObject({ state: "pending" })
    })
  })
}
