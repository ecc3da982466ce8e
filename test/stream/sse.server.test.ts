import { afterAll, beforeAll, expect, it } from "vitest"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { SseReader, WebSocketReader } from "../support/stream-reader.ts"
import { streamConformance } from "./stream.conformance.ts"

streamConformance("SSE", (options) => new SseReader(options))

let upstream: ScriptedUpstream
let gateway: TestGateway
beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
  gateway = await startGateway({ upstream: upstream.url })
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
  await removeDirectory(gateway.dataDir)
})

it("SSE resumes from the id of the last event, which a WebSocket never does", async () => {
  const browser = new TestBrowser(gateway.url)
  const { visit } = await browser.page()
  const query = { tab: "tab-1" }
  const open = { url: gateway.url, cookie: browser.cookie, query: { ...query, visit } }
  const first = new SseReader(open)
  await first.first("replayed")
  await browser.command(visit, { _tag: "LogIn", email: "a@example.test", password: "wrong1" })
  await first.event("LogInRefused")
  const { epoch } = await first.first("hello")
  expect(first.ids.at(-1)).toBe(`${visit}:${epoch}:2`)
  first.close()

  const id = `${visit}:${epoch}:1`
  const again = new SseReader({ ...open, query, lastEventId: id })
  await again.first("replayed")
  expect(again.frames[0]).toMatchObject({ k: "hello", visit })
  expect(again.tags).toEqual(["LogInRefused"])
  again.close()

  const headers = { "Last-Event-ID": id }
  const socket = new WebSocketReader({ ...open, query, headers })
  expect((await socket.first("hello")).visit).not.toBe(visit)
  socket.close()
})
