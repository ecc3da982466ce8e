/** The scripted gateway keeps the visits of its tests apart, also for late requests of their pages. */
import { WebSocket } from "ws"
import { afterAll, beforeAll, expect, it } from "vitest"
import { SCREEN_HEADER, ScriptedGateway } from "./scripted-gateway.fixture.ts"
import { guest } from "./visit-facts.fixture.ts"

let gateway: ScriptedGateway
beforeAll(async () => {
  gateway = await ScriptedGateway.start()
})
afterAll(() => gateway.stop())

const answering = (body: unknown) => ({ events: guest(), queries: () => ({ body }) })
const ask = (visit: string) =>
  fetch(`${gateway.origin}/api/sessions`, { headers: { [SCREEN_HEADER]: visit } })

it("a late request of a former visit is answered from that visit's script, and the next one is told nothing of it", async () => {
  const former = gateway.begin(answering("former"))
  const next = gateway.begin(answering("next"))
  expect(await (await ask(former)).json()).toBe("former")
  expect([gateway.heard, gateway.queries]).toEqual([[], []])
  expect(await (await ask(next)).json()).toBe("next")
  expect(gateway.queries).toEqual(["/api/sessions"])
})

it("facts of a former visit's stream do not appear in the next one's", async () => {
  const former = gateway.begin(answering(null))
  const next = gateway.begin(answering(null))
  const stored = (visit: string, path: string) =>
    new Promise((resolve) => {
      const url = `${gateway.origin.replace("http", "ws")}/api/stream?tab=t&visit=${visit}`
      const socket = new WebSocket(url)
      const fact = { _tag: "Navigated", path, routeName: "home-nl", params: {} }
      socket.on("open", () => {
        socket.send(JSON.stringify({ k: "facts", facts: [{ n: 1, fact }] }))
      })
      socket.on("message", (data) => {
        if ((data as Buffer).toString("utf8").includes('"stored"')) resolve(socket.terminate())
      })
    })
  await stored(former, "/former")
  expect(gateway.facts).toEqual([])
  await stored(next, "/next")
  expect(gateway.facts).toMatchObject([{ path: "/next" }])
})
