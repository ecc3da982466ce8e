import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createInterface } from "node:readline"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listen, makeCall, type SentNotice, signedNotice } from "./backend.fixture.ts"
import { layMigratedDatabase } from "./db/migrated-database.fixture.ts"
import { DEMO_EMAIL, DEMO_PASSWORD } from "./demo/demo-member.ts"

const folder = mkdtempSync(join(tmpdir(), "foldcast-backend-"))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

interface Process {
  readonly child: ChildProcess
  readonly url: string
  readonly lines: ReadonlyArray<string>
}

const compiled = process.env["NODE_COMPILE_CACHE"]
const COMPILED = compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }

const start = async (dataDir: string, demo: "on" | "off"): Promise<Process> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { ...COMPILED, DATA_DIR: dataDir, BACKEND_PORT: "0", PROVIDER_STATES: "on", DEMO: demo },
    stdio: ["ignore", "pipe", "inherit"],
  })
  running.add(child)
  const lines: Array<string> = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line)
      const listening = /"url":"([^"]+)"/u.exec(line)?.[1]
      if (listening !== undefined) resolve(listening)
    })
    child.once("exit", (code) => reject(new Error(`the backend ended with ${code}`)))
  })
  return { child, url, lines }
}

const end = async ({ child }: Process, signal: "SIGKILL" | "SIGTERM") => {
  const ended = once(child, "exit")
  child.kill(signal)
  const [code] = (await ended) as [number | null]
  running.delete(child)
  return code
}

const sentenceOf = async (environment: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { ...COMPILED, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let text = ""
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, "close")) as [number]
  return { code, text: text.trim() }
}

const performersAt = async (url: string) =>
  (await makeCall(url)("GET", "/user/count")).body["count"]

const tell = async (url: string, notice: SentNotice) => {
  const { body, headers } = signedNotice(notice, Date.now())
  const response = await fetch(`${url}/callbacks/bank`, { method: "POST", headers, body })
  return response.status
}

/** A busy machine may take ten seconds and more to start a process. */
const PATIENCE_MS = 180_000

describe("the backend as a process, with DEMO=off", () => {
  const dataDir = join(folder, "killed")
  let backend: Process
  beforeAll(async () => {
    await layMigratedDatabase(dataDir)
    backend = await start(dataDir, "off")
  }, PATIENCE_MS)

  it("starts an empty world: there are no performers and no members", async () => {
    const call = makeCall(backend.url)
    expect(await performersAt(backend.url)).toBe(0)
    expect((await call("GET", "/user/find")).body).toEqual({ performers: [] })
    const demo = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
    expect(await call("POST", "/login", { body: demo })).toMatchObject({ status: 400 })
  })

  it(
    "keeps every acknowledged grant and grants none twice when it is killed amid callbacks, and delivers what it had not",
    async () => {
      const { body } = await makeCall(backend.url)("POST", "/_states", {
        body: { state: "a logged-in member", params: {} },
      })
      const token = String(body["token"])
      const told = new Set<unknown>()
      const notices: Array<SentNotice> = []
      const acknowledged = new Set<string>()
      const hear = async () => {
        const listener = await listen(backend.url, token)
        listener.socket.on("bundle-bought", (payload) => told.add(payload.transactionId))
        return listener
      }

      for (let round = 0; round < 3; round++) {
        const listener = await hear()
        const call = makeCall(backend.url)
        const opened = await Promise.all(
          Array.from({ length: 12 }, () =>
            call("POST", "/payment/session", {
              token,
              body: {
                bundle: "bundle-600",
                paymentMethod: "10",
                returnUrl: "https://site.example/",
                device: "desktop",
                lang: "nl",
                member: { username: "u", email: "e" },
              },
            }),
          ),
        )
        const batch = opened.map(({ body }): SentNotice => {
          const sessionId = String(body["sessionId"])
          return { sessionId, transactionId: `tx_${sessionId}`, amountCents: 990, status: "paid" }
        })
        notices.push(...batch)
        // Killed when the fourth callback of this round is answered.
        let answered = 0
        const fourth = Promise.withResolvers<void>()
        const said = batch.map(async (notice) => {
          const status = await tell(backend.url, notice).catch(() => 0)
          if (status === 200) acknowledged.add(notice.sessionId)
          if (++answered === 4) fourth.resolve()
        })
        await fourth.promise
        await end(backend, "SIGKILL")
        await Promise.all(said)
        listener.socket.disconnect()
        backend = await start(dataDir, "off")
      }

      const listener = await hear()
      const call = makeCall(backend.url)
      for (const sessionId of acknowledged) {
        const { body } = await call("GET", `/payment/session/${sessionId}`, { token })
        expect(body).toMatchObject({ state: "paid" })
      }
      // The bank retries until it gets an answer.
      for (const notice of notices) expect(await tell(backend.url, notice)).toBe(200)
      const { body: credits } = await call("GET", "/credits", { token })
      expect(credits).toEqual({ credits: notices.length * 600 })
      await expect.poll(() => told.size, { timeout: 45_000, interval: 20 }).toBe(notices.length)
      const ready = await call("GET", "/health/ready")
      expect(ready).toMatchObject({ status: 200, body: { ledger: { addsUp: true } } })
      listener.socket.disconnect()
      expect(await end(backend, "SIGTERM")).toBe(0)
    },
    PATIENCE_MS,
  )
})

describe("the backend as a process", () => {
  it(
    "seeds a demo member once, keeps a second process off its data, and ends cleanly",
    async () => {
      const dataDir = join(folder, "demo")
      const first = await start(dataDir, "on")
      expect(await sentenceOf({ DATA_DIR: dataDir, BACKEND_PORT: "0" })).toEqual({
        code: 1,
        text:
          `The data directory ${join(dataDir, "backend")} is held by process ${first.child.pid}: ` +
          "stop that one, or set DATA_DIR to another directory.",
      })
      const logIn = (url: string) =>
        makeCall(url)("POST", "/login", { body: { email: DEMO_EMAIL, password: DEMO_PASSWORD } })
      const { status, body } = await logIn(first.url)
      expect(status).toBe(200)
      expect(first.lines.join("\n")).toContain("not a loss of power")
      expect(first.lines.join("\n")).not.toContain(String(body["token"]))
      expect(await performersAt(first.url)).toBe(200)
      expect(await end(first, "SIGTERM")).toBe(0)
      const second = await start(dataDir, "on")
      const token = String((await logIn(second.url)).body["token"])
      expect(await makeCall(second.url)("GET", "/credits", { token })).toMatchObject({
        body: { credits: 120 },
      })
      expect(await end(second, "SIGTERM")).toBe(0)
    },
    PATIENCE_MS,
  )

  it("names every setting for which it does not start in production, in one sentence each", async () => {
    const { code, text } = await sentenceOf({ FOLDCAST_ENV: "production" })
    expect(code).toBe(1)
    expect(text.split("\n")).toHaveLength(6)
    expect(text).toContain("TOKEN_SECRET must be set in production")
  })
})
