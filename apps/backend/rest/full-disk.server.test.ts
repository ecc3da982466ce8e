/** A full disk, as the backend of an embedded database meets it: who is refused, and what continues. */
import { statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { afterAll, beforeAll, expect, it } from "vitest"
import { PASSWORD, testBackend, type TestBackend } from "../backend.fixture.ts"

let backend: TestBackend
beforeAll(async () => {
  const { bavail, bsize } = await statfs(tmpdir())
  backend = await testBackend({ minFreeBytes: bavail * bsize * 8 })
})
afterAll(() => backend.close())

const refused = { status: 503, body: { label: "unavailable" } }

it("a full disk stores nothing for guests and members, and lets members log in, be paid and leave", async () => {
  const { call } = backend
  const email = "full@mail.example"
  const { token, memberId, sessionId, ...member } = await backend.enter("an open payment session")

  const registration = await call("POST", "/member", {
    body: { email, password: PASSWORD, meta: {} },
  })
  expect(registration).toMatchObject(refused)
  expect(registration.headers.get("retry-after")).toBe("60")
  expect(await call("POST", "/forgot-password", { body: { email } })).toMatchObject(refused)
  const favourite = { token, body: { performerId: 1 } }
  expect(await call("POST", "/favourite", favourite)).toMatchObject(refused)

  expect(await call("GET", "/basic-info", { token })).toMatchObject({ status: 200 })
  const { email: address, password } = member
  const logIn = { body: { email: address, password } }
  expect(await call("POST", "/login", logIn)).toMatchObject({ status: 200 })
  const paid = { transactionId: "tx_full", amountCents: 495, status: "paid" } as const
  expect(await backend.bankSays({ ...paid, sessionId })).toMatchObject({ status: 200 })
  expect(await call("GET", `/payment/session/${sessionId}`, { token })).toMatchObject({
    body: { state: "paid" },
  })
  const health = await fetch(`${backend.url}/health/ready`)
  expect(await health.json()).toMatchObject({ status: "ready", room: "none" })
  const leaving = { token, body: { memberId, password } }
  expect(await call("DELETE", "/member", leaving)).toMatchObject({ status: 200 })
})
