import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { DeskEngineSessions } from "./engine-sessions.ts"

const offersAt = { whip: "/{path}/whip", whep: "/{path}/whep" }

const asked: Array<string> = []
const ended: Array<string> = []
const elsewhere = createServer(({ method, url = "" }, response) => {
  if (method === "DELETE") {
    ended.push(url)
    response.writeHead(200).end()
    return
  }
  asked.push(url)
  response.writeHead(201, { Location: `whip/${asked.length}` }).end("v=0")
})
/** It sends everybody on to another host. */
const engine = createServer((_, response) => {
  response.writeHead(307, { Location: `${addressOf(elsewhere)}/stolen` }).end()
})
const addressOf = (server: typeof engine) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const offer = { token: "word", offer: "v=0" } as const

beforeAll(async () => {
  for (const server of [elsewhere, engine]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  }
})
afterAll(() => {
  for (const server of [elsewhere, engine]) server.close()
})

it("an offer and its token are sent to the engine alone, wherever that redirects", async () => {
  const url = addressOf(engine)
  const sessions = new DeskEngineSessions({ url, publicUrl: url, offersAt })
  const wanted = { side: "whip", path: "live/42", ...offer } as const
  expect(await sessions.open("desk", wanted)).toEqual({ _tag: "Refused", status: 307 })
  expect(asked).toEqual([])
})

it("an offer is sent to the address where the engine takes it, and programs are shown the same address", async () => {
  const url = addressOf(elsewhere)
  const publicUrl = "https://media.example/behind/"
  const other = { whip: "/in/{path}", whep: "/out/{path}" }
  asked.length = 0
  const sessions = new DeskEngineSessions({ url, publicUrl, offersAt: other })
  expect(sessions.whipAddress("42")).toBe("https://media.example/behind/in/live/42")
  const wanted = { path: "live/42", ...offer } as const
  for (const side of ["whip", "whep"] as const) await sessions.open("desk", { ...wanted, side })
  expect(await sessions.open("desk", { ...wanted, side: "whip", path: "live/.." })).toEqual({
    _tag: "Unreachable",
  })
  expect(asked).toEqual(["/in/live/42", "/out/live/42"])
})

it("one desk has its share of the sessions: one more ends its own oldest, and nobody else's", async () => {
  const url = addressOf(elsewhere)
  const sessions = new DeskEngineSessions({ url, publicUrl: url, offersAt })
  asked.length = 0
  ended.length = 0
  const opens = async (desk: string, side: "whip" | "whep") => {
    const opened = await sessions.open(desk, { side, path: "live/42", ...offer })
    if (opened._tag !== "Opened") throw new Error(opened._tag)
    return opened.id
  }
  const others = await opens("other desk", "whip")
  const camera = await opens("desk", "whip")
  const watched = await opens("desk", "whep")
  for (let count = 0; count < 70; count += 1) await opens("desk", "whep")
  await expect.poll(() => ended.length).toBe(59)
  expect(await sessions.end("desk", watched)).toBe(false)
  expect(await sessions.end("desk", camera)).toBe(true)
  expect(await sessions.end("other desk", others)).toBe(true)
})
