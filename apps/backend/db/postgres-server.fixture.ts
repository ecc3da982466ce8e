/**
 * A PostgreSQL for tests: a fresh database on the server of DATABASE_URL_TEST, or on a server that is started
 * here, in a temporary folder, on loopback, once for all files of a worker, because a start costs more than
 * most suites. It ends with its worker. If neither is possible, its suites are skipped with a reason; with CI
 * set they fail.
 */
import { execFile, execFileSync, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Client } from "pg"
import { Redacted } from "effect"
import { afterAll, describe, it } from "vitest"

type TestPostgres =
  | { readonly _tag: "Reachable"; readonly url: string; readonly stop: () => Promise<void> }
  | { readonly _tag: "Unreachable"; readonly reason: string }

const run = promisify(execFile)
const VERSIONS = "/usr/lib/postgresql"

const binaries = (): string | undefined => {
  const installed = existsSync(VERSIONS)
    ? readdirSync(VERSIONS)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(VERSIONS, version, "bin"))
    : []
  return [...installed, ...(process.env["PATH"] ?? "").split(":")].find(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  )
}

interface User {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root, so root switches to a user without rights. */
const otherUser = (): User | null => {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }))
  return { uid: id("-u"), gid: id("-g") }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      )
    })
  })

/**
 * Returns the server's URL. Nothing stops the server: a worker gets no time to clean up, and the server ends
 * with it.
 */
const start = async (bin: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "foldcast-postgres-"))
  const user = otherUser()
  if (user !== null) chownSync(folder, user.uid, user.gid)
  const as = { cwd: folder, ...user }
  const data = join(folder, "data")
  await run(join(bin, "initdb"), ["-D", data, "-A", "trust", "-U", "foldcast", "--no-sync"], as)
  const port = await freePort()
  const options = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    // Inside its folder, which the run removes, however the server ends.
    dynamic_shared_memory_type: "mmap",
  }
  const server = spawn(
    join(bin, "postgres"),
    [
      "-D",
      data,
      "-p",
      String(port),
      ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { ...as, stdio: ["ignore", "ignore", "pipe"] },
  )
  await new Promise<void>((resolve, reject) => {
    server.once("exit", () => reject(new Error("postgres ended at its start")))
    server.stderr.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("ready to accept connections")) resolve()
    })
  })
  const end = () => server.kill("SIGQUIT")
  process.once("exit", end)
  process.once("SIGTERM", () => {
    end()
    process.exit()
  })
  return `postgresql://foldcast@127.0.0.1:${port}/postgres`
}

let started: Promise<string> | undefined

/** The server is left as it was. */
const freshDatabase = async (url: string): Promise<TestPostgres> => {
  const name = `foldcast_test_${randomUUID().replaceAll("-", "")}`
  const administer = async (text: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await administer(`CREATE DATABASE ${name}`)
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return {
    _tag: "Reachable",
    url: fresh.href,
    stop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

const orReason = async (what: string, start: Promise<TestPostgres>): Promise<TestPostgres> => {
  try {
    return await start
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { _tag: "Unreachable", reason: `${what}: ${detail}` }
  }
}

const testPostgres = async (): Promise<TestPostgres> => {
  const url = process.env["DATABASE_URL_TEST"]
  if (url !== undefined && url !== "") {
    return orReason("DATABASE_URL_TEST cannot be used", freshDatabase(url))
  }
  const bin = binaries()
  if (bin === undefined) {
    return {
      _tag: "Unreachable",
      reason: "DATABASE_URL_TEST is not set and no postgres is installed",
    }
  }
  started ??= start(bin)
  return orReason("the installed postgres does not start", started.then(freshDatabase))
}

/** Suites that run on PostgreSQL; `url` leads to an empty database of their own. Returns whether they run. */
export const describeOnPostgres = async (
  suites: (url: Redacted.Redacted) => void,
): Promise<boolean> => {
  const postgres = await testPostgres()
  if (postgres._tag === "Reachable") {
    describe("on PostgreSQL", () => {
      suites(Redacted.make(postgres.url))
    })
    afterAll(() => postgres.stop())
    return true
  }
  const { reason } = postgres
  it("on PostgreSQL", ({ skip }) => {
    if (process.env["CI"] !== undefined) throw new Error(`CI runs on PostgreSQL too: ${reason}`)
    skip(reason)
  })
  return false
}
