/**
 * The reference backend, as a process of its own, keeps its consumers' contracts. The check uses the very file that
 * backend teams run: packed, alone in an empty folder, on the machine's Node.js. For a provider that alters one
 * field, it names the field and the command that reproduces the failure.
 */
import { execFile } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs"
import { createServer, type IncomingMessage, type Server } from "node:http"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { basename, delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type ReferenceBackend, startReferenceBackend } from "../support/reference-backend.ts"
import { UNLIMITED_PER_ADDRESS } from "../support/unlimited-rates.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const KEY = "the-key-that-the-contract-tests-show"

/** The machine's own Node.js, if it has one besides that of the packages: teams have no other. */
const plainNode =
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "" && !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .find((file) => existsSync(file)) ?? process.execPath

/** Packs the verifier as teams get it, and puts it into an otherwise empty folder. */
const packedAlone = async (into: string): Promise<string> => {
  const { stdout } = await promisify(execFile)("npm", ["run", "-s", "pack:verify"], { cwd: root })
  const packed = stdout.trimEnd().split("\n").at(-1) ?? ""
  mkdirSync(into)
  const file = join(into, basename(packed))
  copyFileSync(packed, file)
  return file
}

let folder: string
let verifier: string
let backend: ReferenceBackend
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "foldcast-verifier-"))
  const packing = packedAlone(join(folder, "alone"))
  backend = await startReferenceBackend(KEY, UNLIMITED_PER_ADDRESS)
  url = backend.url
  verifier = await packing
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  readonly code: number
  readonly output: string
}

const verify = (...args: ReadonlyArray<string>): Promise<Ended> =>
  new Promise((resolve, reject) => {
    execFile(
      plainNode,
      [verifier, ...args],
      { cwd: dirname(verifier), env: { MEMBER_API_KEY: KEY } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code
        // Without a code the process was ended by a signal, or never started.
        if (typeof code === "number") resolve({ code, output: stdout + stderr })
        else reject(error)
      },
    )
  })

const listening = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}

it("the reference backend keeps the contract of the member API", async () => {
  const { code, output } = await verify("member-api", "--url", url)
  expect(output).not.toContain("BROKEN")
  expect(output).toMatch(/(\d+) of \1 kept/u)
  expect(code).toBe(0)
})

it("the reference backend keeps the contract of the member API over a socket too [API-004]", async () => {
  const { code, output } = await verify("member-api", "--url", url, "--transport", "socket")
  expect(output).not.toContain("BROKEN")
  expect(output).toContain("kept   a connection with a key that is not known")
  expect(output).toMatch(/(\d+) of \1 kept/u)
  expect(code).toBe(0)
})

it("the reference backend keeps the contract of the messenger's service", async () => {
  const { code, output } = await verify("messenger-api", "--url", url)
  expect(output).not.toContain("BROKEN")
  expect(output).toMatch(/(\d+) of \1 kept/u)
  expect(code).toBe(0)
})

it("the reference backend keeps the contract of the performer service", async () => {
  const { code, output } = await verify("performer-service", "--url", url)
  expect(output).not.toContain("BROKEN")
  expect(output).toMatch(/(\d+) of \1 kept/u)
  expect(code).toBe(0)
})

it("the reference backend keeps the contract of the member socket, with each event sent to a connected member, and tells a call and a purchase in order", async () => {
  const { code, output } = await verify("member-socket", "--url", url)
  expect(output).toContain("13 of 13 kept")
  expect(output).toContain("kept   the course of a phone call that pays")
  expect(output).toContain("kept   the course of a purchase")
  expect(code).toBe(0)
})

it("the reference backend keeps the contract of the chat service: each event to those who hear the room, an evening in order, and paid time that stands", async () => {
  const { code, output } = await verify("chat-service", "--url", url)
  expect(output).not.toContain("BROKEN")
  expect(output).toMatch(/(\d+) of \1 kept/u)
  expect(output).toContain("kept   the course of an evening in a room")
  expect(output).toContain("kept   paid time that stands while its viewer sees no picture")
  expect(code).toBe(0)
})

it.each(["foldcast", "lumio"])(
  "the reference backend keeps the contract of a partner host as %s",
  async (brand) => {
    const { code, output } = await verify("partner", "--url", `${url}/partners/${brand}`)
    expect(output).toContain("2 of 2 kept")
    expect(code).toBe(0)
  },
)

it("the verifier is one file that runs in an empty folder, has the contracts in it and lists the states", async () => {
  expect(readdirSync(dirname(verifier))).toEqual([basename(verifier)])
  const { output } = await verify("pact", "performer-service")
  expect(output).toBe(readFileSync(join(root, "pacts/gateway-performer-service.json"), "utf8"))
  expect((await verify("states")).output).toContain("| `a logged-in member` |")
})

it("the verifier verifies what --filter names, and exits with 2 where that is nothing", async () => {
  const { code, output } = await verify("member-api", "--url", url, "--filter", "THE BUNDLES of")
  expect(output).toContain("1 of 1 kept")
  expect(code).toBe(0)
  const none = await verify("member-api", "--url", url, "--filter", "the moon")
  expect(none.output).toMatch(
    /--filter the moon is in none of these:\n[\s\S]*the bundles of a wallet/u,
  )
  expect(none.code).toBe(2)
})

const isHopHeader = (name: string) => ["host", "connection", "content-length"].includes(name)

type Alter = (path: string, text: string) => string

/** The backend's own answer, altered. */
const altered = async (
  request: IncomingMessage,
  alter: Alter,
): Promise<{ status: number; type: string; text: string }> => {
  const body = Buffer.concat(await request.toArray())
  const headers = Object.entries(request.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !isHopHeader(entry[0]),
  )
  const answer = await fetch(url + (request.url ?? ""), {
    method: request.method ?? "GET",
    headers,
    ...(body.length > 0 && { body }),
  })
  const type = answer.headers.get("content-type") ?? ""
  return { status: answer.status, type, text: alter(request.url ?? "", await answer.text()) }
}

const altering = (alter: Alter) =>
  createServer((request, response) => {
    void (async () => {
      const { status, type, text } = await altered(request, alter)
      response.writeHead(status, { "Content-Type": type })
      response.end(text)
    })()
  })

it("the verifier shows a broken provider the field, both values and the line that repeats it, and exits with 1", async () => {
  const proxy = altering((path, text) =>
    path.startsWith("/bundles") ? text.replace(/"cost":(\d+)(\d\d)/u, `"cost":"$1.$2"`) : text,
  )
  const brokenUrl = await listening(proxy)
  const report = join(folder, "report.xml")
  const args = ["--url", brokenUrl, "--filter", "wallet", "--junit", report]
  const { code, output } = await verify("member-api", ...args)
  proxy.close()
  expect(code).toBe(1)
  expect(output).toContain("BROKEN the bundles of a wallet")
  expect(output).toMatch(/\$\[0\]\.cost\n\s+expected {2}a whole number\n\s+actual {4}"\d+\.\d\d"/u)
  expect(output).toContain(`curl -si -X GET '${brokenUrl}/bundles?`)
  expect(output).not.toContain(KEY)
  expect(output).toContain(", 1 broken")
  expect(readFileSync(report, "utf8")).toContain(`failures="1"`)
})

it("the verifier shows a broken messenger's service the places in its list and in a conversation", async () => {
  const proxy = altering((path, text) =>
    path.startsWith("/inbox/list")
      ? text.replace(/"unread":\d+/u, `"unread":"1"`)
      : text.replace(/"url":"\/inbox\//u, `"url":"/elsewhere/`),
  )
  const { code, output } = await verify("messenger-api", "--url", await listening(proxy))
  proxy.close()
  expect(code).toBe(1)
  expect(output).toContain("BROKEN the conversations of a member")
  expect(output).toMatch(
    /\$\.conversations\[0\]\.unread\n\s+expected {2}a whole number\n\s+actual {4}"1"/u,
  )
  expect(output).toContain("BROKEN a conversation with a picture")
  expect(output).toMatch(
    /\$\.messages\[0\]\.attachment\.url\n\s+expected {2}a picture's address: \/inbox\/attachment\//u,
  )
  expect(output).toContain("kept   favourites to write to")
})

it("the verifier shows a provider with another ordering who stands in the wrong place [GRID-38] [FIND-08]", async () => {
  const byRating = (path: string, text: string) => {
    if (!path.startsWith("/user/find") || !path.includes("ordering=")) return text
    const { performers } = JSON.parse(text) as { performers: Array<{ rating: number }> }
    return JSON.stringify({ performers: performers.toSorted((a, b) => b.rating - a.rating) })
  }
  const proxy = altering(byRating)
  const { code, output } = await verify("performer-service", "--url", await listening(proxy))
  proxy.close()
  expect(output).toContain("BROKEN a page of everybody")
  expect(output).toContain("BROKEN a page of performers")
  expect(output).toContain("BROKEN the newest performers")
  expect(output).toContain("BROKEN performers by their names")
  expect(output).toContain("kept   the best rated performers")
  expect(code).toBe(1)
  expect(output).toMatch(
    /\$\.performers\[\d+\]\n\s+expected {2}a place before \$\.performers\[\d+\], by free,/u,
  )
  expect(output).toContain(", 4 broken")
})

it("the verifier shows a provider with unusable tokens what is wrong with them, by the name of each call", async () => {
  const opaque = (path: string, text: string) =>
    path.startsWith("/login") ? text.replace(/"token":"[^"]+"/u, `"token":"opaque"`) : text
  const proxy = altering(opaque)
  const brokenUrl = await listening(proxy)
  const { code, output } = await verify("member-api", "--url", brokenUrl, "--filter", "a log-in")
  proxy.close()
  expect(code).toBe(1)
  expect(output).toContain("BROKEN a log-in")
  expect(output).toMatch(/\$\.token\n\s+expected {2}a signed token of three parts/u)
  expect(output).toContain("actual    a text of 1 part")
})

it("the verifier goes on where the hook cannot enter a state: what needs it is broken, and the rest is verified", async () => {
  const hook = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString("utf8")
      const knows = !body.includes('"state":"a lander"')
      const answer = knows ? await fetch(`${url}/_states`, { method: "POST", body }) : undefined
      response.writeHead(answer?.status ?? 400, { "Content-Type": "application/json" })
      response.end((await answer?.text()) ?? "no such state")
    })()
  })
  const stateUrl = await listening(hook)
  const args = ["--url", url, "--state-url", stateUrl, "--filter", "a lander"]
  const { code, output } = await verify("member-api", ...args)
  hook.close()
  expect(code).toBe(1)
  expect(output).toMatch(/BROKEN a lander {2}\(given a lander\)\n\s+state "a lander"/u)
  expect(output).toContain("400: no such state")
  expect(output).toContain(`curl -si -X POST '${stateUrl}'`)
  expect(output).toContain("kept   a lander that does not exist")
  expect(output).toContain("1 of 2 kept, 1 broken (1 for a state that was not entered)")
  expect(output).not.toContain(KEY)
})

it("the verifier exits with 2 where nothing listens, and says what could not be reached", async () => {
  const nobody = createServer()
  const address = await listening(nobody)
  nobody.close()
  await once(nobody, "close")
  const { code, output } = await verify("member-api", "--url", address)
  expect(code).toBe(2)
  expect(output).toContain(`the state hook ${address}/_states cannot be reached`)
})
