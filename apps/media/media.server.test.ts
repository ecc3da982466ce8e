import { Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { EngineEvent } from "./engine/media-engine.ts"
import { describeMediaEngine } from "./media-engine.conformance.ts"
import {
  ADMIN_KEY,
  httpEngine,
  type MediaWithHooks,
  SHORT_LOOP,
  startMediaWithHooks,
} from "./running-media.fixture.ts"
import { closeClients, fakeViewer } from "./webrtc-client.fixture.ts"

describeMediaEngine("the engine as a foreign one, over HTTP", async () => {
  const media = await startMediaWithHooks({}, SHORT_LOOP)
  const tokenOf = (id: string) => media.hooks.asked.find((question) => question.id === id)?.token
  const named = (event: EngineEvent): EngineEvent =>
    event.kind === "left" ? { ...event, id: tokenOf(event.id) ?? event.id } : event
  return {
    engine: httpEngine(media),
    toldOf: (path) => media.hooks.told.filter((event) => event.path === path).map(named),
    close: media.close,
  }
})

describe("a key that the hooks do not accept", () => {
  it("is an error in the log, and the engine is not ready until the key is accepted", async () => {
    const errors: Array<string> = []
    const keep = Logger.make(({ logLevel, message }) => {
      if (logLevel === "Error") errors.push(String(message))
    })
    const settings = { MEDIA_AUTH_KEY: "a-key-that-the-hooks-do-not-know" }
    const media = await startMediaWithHooks(settings, SHORT_LOOP, Logger.layer([keep]))
    const ready = async () => (await fetch(`${media.url}/health/ready`)).status
    const refused = async () =>
      /^foldcast_media_hook_key_refused (\d)$/mu.exec(
        await (await fetch(`${media.url}/metrics`)).text(),
      )?.[1]
    const { offer } = await fakeViewer()
    const post = async () =>
      fetch(`${media.url}/live/anna/whep`, {
        method: "POST",
        headers: { Authorization: "Bearer good", "Content-Type": "application/sdp" },
        body: offer,
      })
    // Not a word to the viewer of what is wrong: it may come again.
    expect((await post()).status).toBe(503)
    expect([await ready(), await refused()]).toEqual([503, "1"])
    expect(errors.join()).toContain("MEDIA_AUTH_KEY")
    expect(errors.join()).not.toContain(settings.MEDIA_AUTH_KEY)
    // What the other hook hears of it does not count here: it takes nothing.
    media.hooks.refusals = Number.MAX_SAFE_INTEGER
    media.hooks.keys.add(settings.MEDIA_AUTH_KEY)
    media.hooks.status = 500
    await post()
    expect(await ready()).toBe(503)
    media.hooks.status = 403
    expect((await post()).status).toBe(403)
    expect([await ready(), await refused()]).toEqual([200, "0"])
    await closeClients()
    await media.close()
  })
})

describe("WHIP and WHEP", () => {
  let media: MediaWithHooks
  let offer = ""
  beforeAll(async () => {
    media = await startMediaWithHooks(
      { MEDIA_ICE_SERVERS: "stun:stun.example,turn:turn.example:3478|user|word" },
      SHORT_LOOP,
    )
    offer = (await fakeViewer()).offer
    media.hooks.loops.set("good", "short")
    media.hooks.loops.set("no-loop", null)
  })
  afterAll(async () => {
    await closeClients()
    await media.close()
  })

  const post = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: string = offer,
  ) =>
    fetch(`${media.url}${path}`, {
      method: "POST",
      headers: { Authorization: "Bearer good", "Content-Type": "application/sdp", ...headers },
      body,
    })

  it("answer 201 with an unguessable address for closing, relative to the one that was posted to", async () => {
    const response = await post("/live/anna/whep")
    expect(response.status).toBe(201)
    expect(response.headers.get("Content-Type")).toBe("application/sdp")
    expect(response.headers.get("Link")).toBe(
      '<stun:stun.example>; rel="ice-server", <turn:turn.example:3478>; rel="ice-server"; username="user"; credential="word"; credential-type="password"',
    )
    const location = response.headers.get("Location") ?? ""
    expect(location).toMatch(/^whep\/[\w-]{32}$/u)
    const address = new URL(location, `${media.url}/live/anna/whep`)
    expect((await fetch(address, { method: "PATCH", body: "" })).status).toBe(405)
    expect((await fetch(address, { method: "DELETE" })).status).toBe(200)
    expect((await fetch(address, { method: "DELETE" })).status).toBe(404)
  })

  it("ask the hook in MediaMTX's form", async () => {
    await post("/camback/session-7/whep", { Authorization: "Bearer no-loop" })
    expect(media.hooks.asked.at(-1)).toEqual({
      token: "no-loop",
      action: "read",
      path: "camback/session-7",
      protocol: "webrtc",
      id: expect.stringMatching(/^[\da-f-]{36}$/u) as string,
      ip: "127.0.0.1",
      query: "",
      user: "",
      password: "",
    })
    await post("/live/anna/whip")
    expect(media.hooks.asked.at(-1)?.action).toBe("publish")
  })

  it.each([
    [401, "/live/anna/whep", { Authorization: "" }],
    [401, "/live/anna/whep", { Authorization: "Basic Zm9v" }],
    [403, "/live/anna/whep", { Authorization: "Bearer forged" }],
    [403, "/live/nobody/whep", { Authorization: "Bearer forged" }],
    [403, "/live/anna/whip", { Authorization: "Bearer forged" }],
    [404, "/live/anna/whep", { Authorization: "Bearer no-loop" }],
    [404, "/live/a%2Fb/whep", {}],
    [404, "/elsewhere/anna/whep", {}],
    [415, "/live/anna/whep", { "Content-Type": "text/plain" }],
    [401, "/v3/webrtcsessions/list", {}],
  ] as const)("answer %i: %s %j", async (status, path, headers) => {
    const response = await post(path, headers)
    expect(response.status).toBe(status)
  })

  it("refuse every unauthorised client alike, whatever exists at the path", async () => {
    const bodies = await Promise.all(
      ["/live/anna/whep", "/live/nobody/whep", "/live/anna/whip"].map(async (path) =>
        (await post(path, { Authorization: "Bearer forged" })).text(),
      ),
    )
    expect(new Set(bodies).size).toBe(1)
  })

  it("refuse an invalid offer, and one that is too long", async () => {
    expect((await post("/live/anna/whep", {}, "hello")).status).toBe(400)
    expect((await post("/live/anna/whep", {}, `v=0\r\n${"a".repeat(65_536)}`)).status).toBe(413)
  })

  it("answer 503 where the hook does not answer", async () => {
    media.hooks.status = 500
    const response = await post("/live/anna/whep")
    media.hooks.status = 0
    expect(response.status).toBe(503)
    expect(response.headers.get("Retry-After")).toBe("5")
  })

  it("allow pages of other origins", async () => {
    const response = await fetch(`${media.url}/live/anna/whep`, {
      method: "OPTIONS",
      headers: {
        Origin: "https://player.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*")
    expect(response.headers.get("Access-Control-Allow-Headers")).toContain("Authorization")
  })

  it("cut a session for a caller with the key, and for nobody else", async () => {
    await post("/live/anna/whep")
    const { id = "" } = media.hooks.asked.at(-1) ?? {}
    const kick = (key: string) =>
      fetch(`${media.url}/v3/webrtcsessions/kick/${id}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}` },
      })
    expect((await kick("guess")).status).toBe(401)
    expect((await kick(ADMIN_KEY)).status).toBe(200)
    expect((await kick(ADMIN_KEY)).status).toBe(404)
    expect((await fetch(`${media.url}/v3/webrtcsessions/list`)).status).toBe(401)
  })

  it("delay an address whose tokens are refused again and again, and no other", async () => {
    const strict = await startMediaWithHooks(
      {
        MEDIA_REFUSALS_PER_ADDRESS: "3/1m",
        MEDIA_TRUSTED_ADDRESSES: "127.0.0.2",
      },
      SHORT_LOOP,
    )
    const shows = async (token: string) => {
      const response = await fetch(`${strict.url}/live/anna/whep`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/sdp" },
        body: offer,
      })
      return [response.status, response.headers.get("Retry-After") !== null]
    }
    const forged = [403, false]
    expect([await shows("forged"), await shows("forged")]).toEqual([forged, forged])
    strict.hooks.loops.set("good", "short")
    expect((await shows("good"))[0]).toBe(201)
    expect(await shows("forged")).toEqual(forged)
    const asked = strict.hooks.asked.length
    expect([await shows("forged"), await shows("good")]).toEqual([
      [429, true],
      [429, true],
    ])
    expect(strict.hooks.asked).toHaveLength(asked)
    await strict.close()
  })

  it("count many refused tokens at once before any of them is answered", async () => {
    const strict = await startMediaWithHooks(
      { MEDIA_REFUSALS_PER_ADDRESS: "3/1m", MEDIA_TRUSTED_ADDRESSES: "127.0.0.2" },
      SHORT_LOOP,
    )
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(`${strict.url}/live/anna/whep`, {
          method: "POST",
          headers: { Authorization: "Bearer forged", "Content-Type": "application/sdp" },
          body: offer,
        })
        return response.status
      }),
    )
    expect(statuses.filter((status) => status === 403)).toHaveLength(3)
    expect(strict.hooks.asked).toHaveLength(3)
    await strict.close()
  })

  it("count in their metrics without naming anybody", async () => {
    const text = await (await fetch(`${media.url}/metrics`)).text()
    expect(text).toMatch(/^foldcast_media_viewers \d+$/mu)
    expect(text).not.toContain("anna")
    expect((await fetch(`${media.url}/health/live`)).status).toBe(200)
    expect((await fetch(`${media.url}/health/ready`)).status).toBe(200)
  })

  it("repeat events until the hook accepts them", async () => {
    media.hooks.refusals = 2
    const response = await post("/live/again/whep")
    const address = new URL(response.headers.get("Location") ?? "", `${media.url}/live/again/whep`)
    await fetch(address, { method: "DELETE" })
    await expect
      .poll(() => media.hooks.told.filter(({ path }) => path === "live/again"))
      .toEqual([{ kind: "left", path: "live/again", id: media.hooks.asked.at(-1)?.id }])
  })

  it("report as left a client that may yet be allowed, where the hook does not answer in time", async () => {
    media.hooks.isSilent = true
    const response = await post("/live/late/whep")
    media.hooks.isSilent = false
    expect(response.status).toBe(503)
    expect(response.headers.get("Retry-After")).toBe("5")
    const id = media.hooks.asked.at(-1)?.id
    await expect
      .poll(() => media.hooks.told.filter(({ path }) => path === "live/late"))
      .toEqual([{ kind: "left", path: "live/late", id }])
  })

  it("report as left a client that was allowed and received no answer", async () => {
    const about = () => media.hooks.told.filter(({ path }) => path === "live/nothing")
    await fetch(`${media.url}/live/nothing/whep`, {
      method: "POST",
      headers: { Authorization: "Bearer good", "Content-Type": "application/sdp" },
      body: "v=0",
    })
    const id = media.hooks.asked.at(-1)?.id
    await expect.poll(about).toEqual([{ kind: "left", path: "live/nothing", id }])
  })
})
