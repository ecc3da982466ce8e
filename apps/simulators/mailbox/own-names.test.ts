import { request } from "node:http"
import { Logger } from "effect"
import { expect, it } from "vitest"
import { testSimulatorsConfig } from "../bank/fake-shop.fixture.ts"
import { startSimulators } from "../simulators.ts"

const statusFor = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once("error", reject)
      .end()
  })

it("mails are shown to browsers that asked for this machine by its own name, and not by a foreign one that leads here", async () => {
  const world = await startSimulators(testSimulatorsConfig(), Logger.layer([]))
  const { port } = new URL(world.url)
  for (const path of ["/mailbox", "/mailbox/messages"]) {
    const url = `${world.url}${path}`
    expect(await statusFor(url, `localhost:${port}`)).toBe(200)
    expect(await statusFor(url, `127.0.0.1:${port}`)).toBe(200)
    for (const host of [`elsewhere.example:${port}`, "localhost.elsewhere.example"]) {
      expect(await statusFor(url, host)).toBe(403)
    }
  }
  await world.close()
})
