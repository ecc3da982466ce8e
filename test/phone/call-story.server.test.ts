/** A whole call between backend and simulated provider, over their own connections: from the number to the last cent. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Logger, Result } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestRooms, testRooms } from "@foldcast/backend/chat/chat.fixture"
import { readBackendConfig } from "@foldcast/backend/config"
import { testSimulatorsConfig } from "@foldcast/simulators/bank/fake-shop.fixture"
import { type RunningSimulators, startSimulators } from "@foldcast/simulators/simulators"
import { DEVELOPMENT_PHONE_NUMBERS } from "@foldcast/settings/phone-numbers"
import { freePort } from "@foldcast/foldcast/start/ports"
import { dial } from "./simulated-phone.ts"

const folder = mkdtempSync(join(tmpdir(), "foldcast-call-"))
const { phone } = Result.getOrThrow(readBackendConfig({}))
let backend: TestRooms
let provider: RunningSimulators
let port: number

const startProvider = () =>
  startSimulators(
    {
      ...testSimulatorsConfig(),
      port,
      phone: {
        numbers: DEVELOPMENT_PHONE_NUMBERS,
        secret: phone.secret,
        backendUrl: backend.url,
        file: join(folder, "phone.db"),
      },
    },
    Logger.layer([]),
  )

beforeAll(async () => {
  port = await freePort("127.0.0.1")
  backend = await testRooms({ phone: { ...phone, url: `http://127.0.0.1:${port}` } })
  provider = await startProvider()
})
afterAll(async () => {
  await provider.close()
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

/** From the number that the site shows to the call's own token. */
const begun = async (viewer: string) => {
  const { body: shown } = await backend.call("GET", "/payment/ivr?country=nl")
  const phone = await dial(provider.url, String(shown["callednumber"]))
  const session = String(shown["session"])
  const { body } = await backend.call("POST", "/payment/dial-in", {
    body: {
      username: "anon0000042",
      provider: "paynl",
      pincode: phone.pin,
      session,
      viewer,
      meta: {},
    },
  })
  const token = String(body["token"])
  const state = async () =>
    (await backend.call("GET", `/verify/dial-in?session=${session}`, { token })).body
  return { phone, session, token, state }
}
const inCall = async (viewer: string) => {
  const call = await begun(viewer)
  await expect.poll(async () => (await call.state())["state"]).toBe("in_call")
  return call
}

it("a caller hears a PIN, types it, talks in a room and hangs up: the room ends, and both sides have the same seconds", async () => {
  const { performerId } = await backend.performer()
  const call = await inCall("browser-1")
  const joined = await backend.join(call.token, performerId)
  const session = await backend.session(String(joined.body["token"]))
  backend.present(session)
  await session.until("updated-settings")
  // A second passes on the line.
  await expect.poll(call.phone.page).toMatch(/>0:0[1-9]</u)
  await call.phone.end("caller")
  expect(await session.until("kick")).toMatchObject({ reason: "dialin_stopped" })
  const { state, seconds, cents } = await call.state()
  expect(state).toBe("ended")
  expect(cents).toBe(Math.floor((Number(seconds) * 80) / 60))
  const page = await call.phone.page()
  expect(page).toContain(`>0:${String(seconds).padStart(2, "0")}<`)
  expect(page).toContain(`€${(Number(cents) / 100).toFixed(2)}`)
})

it("a caller hangs up at the site, and the line is gone", async () => {
  const call = await inCall("browser-2")
  await backend.call("DELETE", "/payment/dial-in", { token: call.token })
  await expect.poll(async () => (await call.state())["state"]).toBe("ended")
  expect(await call.phone.page()).toContain("The site ended the call.")
})

it("a provider that stops loses its calls, and the site is told once it is back", async () => {
  const call = await inCall("browser-3")
  await provider.close()
  expect(await call.state()).toMatchObject({ state: "in_call" })
  provider = await startProvider()
  await expect.poll(async () => (await call.state())["state"]).toBe("ended")
})
