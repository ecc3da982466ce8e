import { describe, expect, it } from "vitest"
import { withFirstScript } from "./first-in-head.ts"

const page = (chunks: ReadonlyArray<string>, status = 200) =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    }),
    { status, headers: { "content-type": "text/html" } },
  )

describe("what comes first in a page", () => {
  it("stands before everything of the head, wherever the stream is cut", async () => {
    const whole = '<html><head><link rel="stylesheet"/></head><body>é</body></html>'
    const texts = await Promise.all(
      [[whole], Array.from(whole), [whole.slice(0, 9), whole.slice(9)]].map((chunks) =>
        withFirstScript(page(chunks), "n0").text(),
      ),
    )
    for (const text of texts) {
      expect(text).toMatch(
        /^<html><head><meta name="referrer" content="strict-origin"\/><script nonce="n0">/u,
      )
      expect(text).toMatch(/<\/script><link rel="stylesheet"\/><\/head><body>é<\/body><\/html>$/u)
      expect(text.split("<script")).toHaveLength(2)
    }
  })

  it("keeps status, headers and a page without a head", async () => {
    const answer = withFirstScript(page(["nothing"], 404), "n0")
    expect(answer.status).toBe(404)
    expect(answer.headers.get("content-type")).toBe("text/html")
    expect(await answer.text()).toBe("nothing")
  })
})
