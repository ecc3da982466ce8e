/** The time in answers over HTTP. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import { expect, it } from "vitest"
import { httpTransport } from "./http-transport.ts"

it("an answer's Date header tells the time, where no cache answered", async () => {
  const DATE = "Tue, 15 Sep 2026 08:00:00 GMT"
  const answers = [{ Date: DATE }, { Date: DATE, Age: "7" }, { Date: "now" }]
  const server = createServer((_, response) => response.writeHead(200, answers.shift()).end("{}"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const { port } = server.address() as AddressInfo
  const transport = httpTransport({
    baseUrl: `http://127.0.0.1:${port}`,
    key: Redacted.make("the-api-key"),
  })
  const attempt = transport({ call: "GET /credits", lang: "nl", noNude: false })
  const times: Array<number | null | undefined> = []
  for (let made = 0; made < 3; made++) {
    times.push((await attempt?.(new AbortController().signal))?.at)
  }
  server.closeAllConnections()
  server.close()
  expect(times).toEqual([Date.parse(DATE), null, null])
})
