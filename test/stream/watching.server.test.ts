/**
 * Watching a room through a whole gateway: the requests to the chat service and the media engine, their answers to
 * the page, and when a playing session ends.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { startGatewayProcess } from "../faults/gateway-process.ts"
import { AccountScene } from "../support/account-scene.ts"
import { TestTab, TestTabs } from "../support/test-tabs.ts"
import { removeDirectory } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { join } from "../support/room-scene.ts"
import { CHAT_KEY, ScriptedChat } from "../support/scripted-chat.ts"
import { ENGINE_ANSWER, ScriptedEngine } from "../support/scripted-engine.ts"
import { UNLIMITED_PER_ADDRESS } from "../support/unlimited-rates.ts"
import { end, IMPATIENT, OFFER, refused, watch } from "../support/watching.ts"

const LONGEST = 65_536

let chat: ScriptedChat
let engine: ScriptedEngine
let scene: AccountScene
/** A gateway with short timeouts: it gives up a silent service soon. */
let impatient: AccountScene
let rooms = 0
beforeAll(async () => {
  chat = await ScriptedChat.start()
  engine = await ScriptedEngine.start()
  const environment = {
    ...chat.environment,
    MEDIA_ENGINE_URL: engine.url,
    ...UNLIMITED_PER_ADDRESS,
  }
  scene = await AccountScene.start(environment)
  impatient = await AccountScene.start({ ...environment, ...IMPATIENT })
})
afterEach(() => {
  scene.clear()
  impatient.clear()
  engine.clear()
  chat.received.length = 0
})
afterAll(async () => {
  await scene.stop()
  await impatient.stop()
  await engine.close()
  await chat.close()
})

const inRoom = async ({ tabs } = scene): Promise<readonly [TestTab, string]> => {
  const performerId = `room-${++rooms}`
  const guest = await tabs.guest()
  await guest.ask(join(performerId))
  return [guest, performerId]
}

/** A guest who already watches, with the addresses that end it at this site and at the engine. */
const watching = async () => {
  const [guest, performerId] = await inRoom()
  const response = await watch(guest, performerId)
  expect(response.status).toBe(201)
  const location = response.headers.get("location") ?? ""
  const [at] = engine.all("POST").slice(-1)
  return { guest, performerId, location, engineHas: at?.path ?? "" }
}

describe("a room that is watched", () => {
  it("is asked for with the session's own token, and seen by what the engine answers", async () => {
    const [guest, performerId] = await inRoom()
    const response = await watch(guest, performerId)
    expect(response.status).toBe(201)
    expect(response.headers.get("content-type")).toBe("application/sdp")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.get("location")).toMatch(/^\/api\/watching\/[\w-]{32}$/u)
    expect(response.headers.get("link")).toBeNull()
    expect(await response.text()).toBe(ENGINE_ANSWER)
    const asked = await chat.heard("POST /chat/watch")
    expect(asked.body).toEqual({ auth: expect.stringMatching(/^auth-of-cs-\d+/u) as unknown })
    expect(asked.headers).toMatchObject({ "x-api-key": CHAT_KEY, "x-client-address": "127.0.0.1" })
    const { path, headers, body } = await engine.heard("POST")
    expect([path, body]).toEqual([`/live/${performerId}/whep`, OFFER])
    expect(headers).toMatchObject({
      authorization: `Bearer ${chat.engineToken}`,
      "content-type": "application/sdp",
    })
    for (const name of ["cookie", "x-api-key", "x-forwarded-for", "referer", "origin"]) {
      expect(headers[name], name).toBeUndefined()
    }
  })

  it("comes with the ICE servers that the engine names, and with no other link", async () => {
    const servers = '<turn:turn.example:443?transport=tcp>; rel="ice-server"; username="a"'
    const [guest, performerId] = await inRoom()
    const linkOf = async (Link: string) => {
      engine.script({ status: 201, headers: { Link } })
      return (await watch(guest, performerId)).headers.get("link")
    }
    expect(await linkOf(servers)).toBe(servers)
    expect(await linkOf("<https://evil.test/a.js>; rel=preload")).toBeNull()
  })

  it("is ended by its owner, once, and at the engine too", async () => {
    const { guest, location, engineHas } = await watching()
    const response = await end(guest, location)
    expect([response.status, await response.text()]).toEqual([204, ""])
    const { path } = await engine.heard("DELETE")
    expect(path).toMatch(new RegExp(`^${engineHas}/secret-\\d+$`, "u"))
    expect((await end(guest, location)).status).toBe(204)
    await guest.ask({ _tag: "LeaveRoom", performerId: `room-${rooms}` })
    expect(engine.all("DELETE")).toHaveLength(1)
  })

  it("is ended by nobody else", async () => {
    const { guest, location } = await watching()
    const stranger = await scene.tabs.guest()
    // Another visitor's session and a missing one get the same answer, and stay unchanged.
    expect((await end(stranger, location)).status).toBe(204)
    const nobody = { browser: new TestBrowser(guest.browser.url) }
    expect(await refused(await end(nobody, location))).toEqual([401, "request.unauthenticated"])
    expect((await end(guest, "/api/watching/none")).status).toBe(204)
    expect(engine.all("DELETE")).toHaveLength(0)
    expect((await end(guest, location)).status).toBe(204)
    await engine.heard("DELETE")
    expect(engine.all("DELETE")).toHaveLength(1)
  })

  it("is ended again where the engine did not hear it", async () => {
    const { guest, location } = await watching()
    engine.script("cut")
    expect((await end(guest, location)).status).toBe(204)
    await engine.heard("DELETE", 2)
  })

  it.each([
    [
      "left",
      async (guest: TestTab, performerId: string) => {
        await guest.ask({ _tag: "LeaveRoom", performerId })
      },
    ],
    [
      "left for another one",
      async (guest: TestTab) => {
        await guest.ask(join(`room-${++rooms}`))
      },
    ],
    [
      "kicked out of",
      async (guest: TestTab, performerId: string) => {
        chat.tell(performerId, "kick", { reason: "default" })
        await guest.stream.event("Kicked")
      },
    ],
  ] as const)("is not seen any more once it is %s", async (_, leave) => {
    const { guest, performerId, location, engineHas } = await watching()
    await leave(guest, performerId)
    expect((await engine.heard("DELETE")).path).toContain(`${engineHas}/`)
    expect((await end(guest, location)).status).toBe(204)
    expect(await refused(await watch(guest, performerId))).toEqual([404, "visit.unknown"])
    expect(engine.all("DELETE")).toHaveLength(1)
  })

  it("is not seen any more where it was left while the engine answered", async () => {
    let answer = () => undefined as void
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    const [guest, performerId] = await inRoom()
    engine.script({ status: 201, after })
    const asked = watch(guest, performerId)
    await engine.heard("POST")
    await guest.ask({ _tag: "LeaveRoom", performerId })
    answer()
    expect(await refused(await asked)).toEqual([404, "visit.unknown"])
    await engine.heard("DELETE")
  })

  it("is not seen any more where nobody waited for the answer", async () => {
    let answer = () => undefined as void
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    const [guest, performerId] = await inRoom()
    engine.script({ status: 201, after })
    const leaving = new AbortController()
    const asked = watch(guest, performerId, { signal: leaving.signal })
    await engine.heard("POST")
    const sockets = async () => {
      const url = new URL("/metrics", scene.gateway.url)
      const text = await (await fetch(url, { headers: { Connection: "close" } })).text()
      return Number(/^foldcast_open_sockets (\d+)$/mu.exec(text)?.[1])
    }
    const before = await sockets()
    leaving.abort()
    await expect(asked).rejects.toThrow()
    while ((await sockets()) >= before);
    answer()
    await engine.heard("DELETE")
  })

  it("plays for one session so many times; the oldest is ended for another", async () => {
    const { guest, performerId, location, engineHas } = await watching()
    expect((await watch(guest, performerId)).status).toBe(201)
    expect(engine.all("DELETE")).toHaveLength(0)
    expect((await watch(guest, performerId)).status).toBe(201)
    expect((await engine.heard("DELETE")).path).toContain(`${engineHas}/`)
    expect((await end(guest, location)).status).toBe(204)
    await guest.ask({ _tag: "LeaveRoom", performerId })
    await engine.heard("DELETE", 3)
  })
})

describe("an offer that comes with the join of its room", () => {
  it("waits for the join, whichever of both is here first, and is answered as ever", async () => {
    const guest = await scene.tabs.guest()
    const performerId = `room-${++rooms}`
    const asked = watch(guest, performerId, { isJoining: true })
    await guest.ask(join(performerId))
    const response = await asked
    expect([response.status, await response.text()]).toEqual([201, ENGINE_ANSWER])
    const after = await watch(guest, performerId, { isJoining: true })
    expect(after.status).toBe(201)
  })

  it.each([
    ["is not entered", { status: 400, body: { label: "performerOffline" } }, null],
    ["has nothing to see", null, { status: 400, body: { label: "noPicture" } }],
  ] as const)(
    "is answered with nothing, which is no fault, where that room %s",
    async (_, joined, watched) => {
      const guest = await scene.tabs.guest()
      const performerId = `room-${++rooms}`
      if (joined !== null) chat.script("PUT /chat/set-lobby", joined)
      if (watched !== null) chat.script("POST /chat/watch", watched)
      const asked = watch(guest, performerId, { isJoining: true })
      await guest.ask(join(performerId))
      const response = await asked
      expect([response.status, await response.text()]).toEqual([204, ""])
      expect(engine.calls).toEqual([])
    },
  )

  it("is answered with nothing where no join comes, and to strangers as ever", async () => {
    const guest = await scene.tabs.guest()
    const stranger = await scene.tabs.guest()
    const asked = { visit: guest.visit, isJoining: true }
    expect(await refused(await watch(stranger, "room-nobody-joins", asked))).toEqual([
      404,
      "visit.unknown",
    ])
    expect((await watch(guest, "room-nobody-joins", asked)).status).toBe(204)
    expect(chat.all("POST /chat/watch")).toEqual([])
  })
})

describe("a room that may not be watched", () => {
  it("is refused alike to strangers, to sessions of other rooms, and for visits that do not exist", async () => {
    const [guest, performerId] = await inRoom()
    const [stranger, elsewhere] = await inRoom()
    for (const response of [
      watch(stranger, performerId, { visit: guest.visit }),
      watch(stranger, elsewhere, { visit: guest.visit }),
      watch(guest, elsewhere),
      watch(await scene.tabs.guest(), performerId),
      watch(guest, performerId, { visit: null }),
      watch(guest, performerId, { visit: "v_none-of-that-name" }),
      watch(guest, performerId, { visit: "../../x" }),
    ]) {
      expect(await refused(await response)).toEqual([404, "visit.unknown"])
    }
    const nobody = await watch(guest, performerId, { headers: { Cookie: null } })
    expect(await refused(nobody)).toEqual([401, "request.unauthenticated"])
    expect(chat.all("POST /chat/watch")).toEqual([])
    expect(engine.calls).toEqual([])
  })

  it.each([
    [400, "noPicture", [404, "noPicture"]],
    [400, "guestExpired", [404, "noPicture"]],
    [404, null, [404, "noPicture"]],
    [404, "chatNotStarted", [404, "visit.unknown"]],
    [429, "tooMany", [503, "request.unavailable"]],
    [500, "broken", [503, "request.unavailable"]],
  ] as const)("is refused as the service says: %s %s", async (status, label, told) => {
    const [guest, performerId] = await inRoom()
    chat.script("POST /chat/watch", { status, body: label === null ? {} : { label } })
    const response = await watch(guest, performerId)
    if (told[0] === 503) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await refused(response)).toEqual(told)
    expect(engine.calls).toEqual([])
  })

  it.each([
    ["does not answer", "hang"],
    ["breaks off", "cut"],
    [
      "names no path of a picture",
      { status: 200, body: { path: "x/../y", token: "x".repeat(20) } },
    ],
    ["redirects", { status: 200, body: { path: "live/..", token: "x".repeat(20) } }],
    ["gives no token", { status: 200, body: { path: "live/a", token: "" } }],
    [
      "gives a token that no header can hold",
      { status: 200, body: { path: "live/a", token: "x\r\nY: z".repeat(4) } },
    ],
  ] as const)("is refused where the service %s: asked once, and not again", async (_, script) => {
    const [guest, performerId] = await inRoom(script === "hang" ? impatient : scene)
    chat.script("POST /chat/watch", script)
    const response = await watch(guest, performerId)
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await refused(response)).toEqual([503, "request.unavailable"])
    expect(chat.all("POST /chat/watch")).toHaveLength(1)
    expect(engine.calls).toEqual([])
  })

  it("is any room, where there is no engine", async () => {
    const plain = await AccountScene.start(chat.environment)
    const guest = await plain.tabs.guest()
    await guest.ask(join("room-without-pictures"))
    expect(await refused(await watch(guest, "room-without-pictures"))).toEqual([404, "noPicture"])
    expect(chat.all("POST /chat/watch")).toEqual([])
    await plain.stop()
  })
})

describe("a media engine", () => {
  const sdp = { "Content-Type": "application/sdp" }

  it.each([
    [{ status: 400 }, [400, "badRequest.offer"], null],
    [{ status: 401 }, [404, "noPicture"], null],
    [{ status: 403 }, [404, "noPicture"], null],
    [{ status: 404 }, [404, "noPicture"], null],
    [{ status: 406 }, [406, "noCodec"], null],
    [{ status: 503, headers: { "Retry-After": "7" } }, [503, "request.unavailable"], "7"],
    [{ status: 503, headers: { "Retry-After": "86400" } }, [503, "request.unavailable"], "60"],
    [{ status: 500 }, [503, "request.unavailable"], "5"],
    [{ status: 200, headers: sdp }, [503, "request.unavailable"], "5"],
    [{ status: 307, headers: { Location: "/elsewhere" } }, [503, "request.unavailable"], "5"],
    ["cut", [503, "request.unavailable"], "5"],
    ["hang", [503, "request.unavailable"], "5"],
  ] as const)("that answers %j is asked once", async (script, told, retryAfter) => {
    const [guest, performerId] = await inRoom(script === "hang" ? impatient : scene)
    engine.script(script)
    const response = await watch(guest, performerId)
    expect(response.headers.get("retry-after")).toBe(retryAfter)
    expect(await refused(response)).toEqual(told)
    expect(engine.calls).toHaveLength(1)
  })

  it.each([
    ["no address", ""],
    ["the address that was posted to", "whep"],
    ["an address of another host", "http://127.0.0.1:9/live/a/whep/secret"],
    ["an address of another kind", "file:///etc/passwd"],
  ])("that ends a picture at %s plays none", async (_, Location) => {
    const [guest, performerId] = await inRoom()
    engine.script({ status: 201, headers: { Location } })
    expect(await refused(await watch(guest, performerId))).toEqual([503, "request.unavailable"])
    expect(engine.calls).toHaveLength(1)
  })

  it.each([
    ["something else than a description", { "Content-Type": "text/html" }, "<script>"],
    ["too long a description", sdp, "x".repeat(LONGEST + 1)],
  ])("that answers %s is asked to end the session", async (_, headers, body) => {
    const [guest, performerId] = await inRoom()
    engine.script({ status: 201, headers, body })
    expect(await refused(await watch(guest, performerId))).toEqual([503, "request.unavailable"])
    await engine.heard("DELETE")
  })

  it("that is not there, or elsewhere, is distinguished from one that refuses", async () => {
    const gone = await ScriptedEngine.start()
    const { url } = gone
    await gone.close()
    const environment = { ...chat.environment, MEDIA_ENGINE_URL: `${url}/behind` }
    const other = await AccountScene.start({ ...environment, MEDIA_WHEP_PATH: "/v1/{path}/play" })
    const guest = await other.tabs.guest()
    await guest.ask(join("room-elsewhere"))
    const response = await watch(guest, "room-elsewhere")
    expect(await refused(response)).toEqual([503, "request.unavailable"])
    await other.stop()
    const found = await AccountScene.start({
      ...chat.environment,
      MEDIA_ENGINE_URL: `${engine.url}/behind`,
      MEDIA_WHEP_PATH: "/v1/{path}/play",
    })
    const viewer = await found.tabs.guest()
    await viewer.ask(join("room-elsewhere"))
    expect((await watch(viewer, "room-elsewhere")).status).toBe(201)
    expect((await engine.heard("POST")).path).toBe("/behind/v1/live/room-elsewhere/play")
    await viewer.ask({ _tag: "LeaveRoom", performerId: "room-elsewhere" })
    expect((await engine.heard("DELETE")).path).toMatch(
      /^\/behind\/v1\/live\/room-elsewhere\/whep\/secret-\d+$/u,
    )
    await found.stop()
  })
})

describe("an offer", () => {
  it("is a description of 64 KiB at most", async () => {
    const [guest, performerId] = await inRoom()
    const longest = "x".repeat(LONGEST)
    expect((await watch(guest, performerId, { body: longest })).status).toBe(201)
    expect((await engine.heard("POST")).body).toBe(longest)
    const longer = await watch(guest, performerId, { body: `${longest}x` })
    expect(await refused(longer)).toEqual([413, "request.tooLarge"])
    const broken = await watch(guest, performerId, { body: Uint8Array.of(0x76, 0xff, 0xfe) })
    expect(await refused(broken)).toEqual([400, "badRequest.offer"])
    for (const type of ["application/json", "text/plain", "application/sdp; charset=utf-8"]) {
      const response = await watch(guest, performerId, { headers: { "Content-Type": type } })
      expect(await refused(response), type).toEqual([415, "request.mediaType"])
    }
    const zipped = await watch(guest, performerId, { headers: { "Content-Encoding": "gzip" } })
    expect(await refused(zipped)).toEqual([415, "request.contentEncoding"])
    expect(engine.calls).toHaveLength(1)
  })

  it("comes from the site's own pages, and so does an end", async () => {
    const { guest, performerId, location } = await watching()
    const asked = engine.calls.length
    for (const headers of [
      { Origin: null },
      { Origin: "null" },
      { Origin: "https://evil.test" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "X-Foldcast": null },
      { "X-Foldcast": "2" },
    ]) {
      const told = [403, "request.foreign"]
      expect(await refused(await watch(guest, performerId, { headers }))).toEqual(told)
      expect(await refused(await end(guest, location, headers))).toEqual(told)
    }
    expect(engine.calls).toHaveLength(asked)
    const read = await guest.browser.get(location)
    expect(read.status).toBe(404)
    expect((await end(guest, location)).status).toBe(204)
  })

  it.each(["RATE_WATCHES_PER_OWNER", "RATE_WATCHES_PER_ADDRESS"])(
    "comes only so often: %s",
    async (rate) => {
      const environment = { ...chat.environment, MEDIA_ENGINE_URL: engine.url, [rate]: "1/1h" }
      const strict = await AccountScene.start(environment)
      const guest = await strict.tabs.guest()
      await guest.ask(join("room-strict"))
      expect((await watch(guest, "room-strict")).status).toBe(201)
      const response = await watch(guest, "room-strict")
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(await refused(response)).toEqual([429, "request.tooMany"])
      expect(engine.all("POST")).toHaveLength(1)
      const other = await strict.tabs.guest()
      await other.ask(join("room-strict"))
      const isFree = rate === "RATE_WATCHES_PER_OWNER"
      expect((await watch(other, "room-strict")).status).toBe(isFree ? 201 : 429)
      await strict.stop()
    },
  )

  it("is in no log with its answer, whatever their outcome", async () => {
    const { guest, performerId, location } = await watching()
    for (const script of ["cut", { status: 500, body: ENGINE_ANSWER }, { status: 403 }] as const) {
      engine.script(script)
      await watch(guest, performerId)
    }
    const word = `${chat.engineToken}\r\n\u{1f512}`
    chat.script("POST /chat/watch", { status: 200, body: { path: "live/a", token: word } })
    await watch(guest, performerId)
    chat.script("POST /chat/watch", { status: 200, body: { path: chat.engineToken, token: "" } })
    await watch(guest, performerId)
    engine.script({ status: 500 }, { status: 500 }, { status: 500 })
    await end(guest, location)
    while (!scene.logged.some((line) => line.includes("could not be ended"))) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    const told = [...scene.logged, ...guest.stream.events.map((event) => JSON.stringify(event))]
    expect(scene.logged.some((line) => line.includes("plays nothing"))).toBe(true)
    for (const secret of [
      "word-for-the-engine",
      "offer-of-a-page",
      "secret-",
      "203.0.113.7",
      "auth-of",
    ]) {
      expect(
        told.filter((line) => line.includes(secret)),
        secret,
      ).toEqual([])
    }
  })
})

describe("a gateway that was killed", () => {
  it("knows nothing of what played, and restores the room for whoever watches", async () => {
    const environment = { ...chat.environment, MEDIA_ENGINE_URL: engine.url }
    const { upstream } = scene
    let gateway = await startGatewayProcess(upstream.url, environment)
    const tabs = new TestTabs(upstream, () => gateway.url)
    const performerId = `room-${++rooms}`
    const guest = await tabs.guest()
    await guest.ask(join(performerId))
    const location = (await watch(guest, performerId)).headers.get("location") ?? ""
    expect(location).not.toBe("")
    const session = engine.newestSession
    await gateway.kill()
    gateway = await startGatewayProcess(upstream.url, environment, gateway.dataDir)
    const again = new TestTab(tabs.reconnected(guest.browser), guest.visit, guest.stream)
    expect((await end(again, location)).status).toBe(204)
    // The gateway that all other tests share may end sessions of theirs meanwhile.
    expect(engine.all("DELETE").filter(({ path }) => path.endsWith(`/${session}`))).toEqual([])
    expect((await watch(again, performerId)).status).toBe(201)
    expect(chat.all("PUT /chat/set-lobby")).toHaveLength(2)
    await gateway.kill()
    await removeDirectory(gateway.dataDir)
    tabs.close()
  })
})

describe("the picture and sound that may be seen and heard", () => {
  const entered = (session: string, hasVideo: boolean, hasSound?: boolean) => {
    const answer = chat.entered(session)
    return {
      ...answer,
      room: { ...answer.room, hasVideo, ...(hasSound !== undefined && { hasSound }) },
    }
  }
  const tagsOf = ({ stream }: TestTab) => stream.tags.slice(stream.tags.indexOf("RoomJoined"))

  it("are told with the room, where the service says so", async () => {
    for (const [hasVideo, tag] of [
      [true, "VideoAvailable"],
      [false, "VideoDenied"],
    ] as const) {
      const performerId = `room-${++rooms}`
      chat.script("PUT /chat/set-lobby", { status: 200, body: entered(`cs-${tag}`, hasVideo) })
      const guest = await scene.tabs.guest()
      await guest.ask(join(performerId))
      await guest.stream.event("RoomMembersListed")
      expect(tagsOf(guest)).toEqual(["RoomJoined", "RoomModeSwitched", tag, "RoomMembersListed"])
    }
    const [guest] = await inRoom()
    await guest.stream.event("RoomMembersListed")
    expect(tagsOf(guest)).toEqual(["RoomJoined", "RoomModeSwitched", "RoomMembersListed"])
  })

  it("are told with sound, where the service says so", async () => {
    for (const [hasSound, tag] of [
      [true, "AudioAvailable"],
      [false, "AudioDenied"],
    ] as const) {
      const performerId = `room-${++rooms}`
      const body = entered(`cs-${tag}`, true, hasSound)
      chat.script("PUT /chat/set-lobby", { status: 200, body })
      const guest = await scene.tabs.guest()
      await guest.ask(join(performerId))
      await guest.stream.event("RoomMembersListed")
      expect(tagsOf(guest)).toContain(tag)
    }
  })

  it("are those that all were told while the answer was on its way", async () => {
    const [witness, performerId] = await inRoom()
    let answer = () => undefined as void
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    const body = entered("cs-late", true)
    chat.script("PUT /chat/set-lobby", { status: 200, body, after })
    const guest = await scene.tabs.guest()
    const asked = guest.ask(join(performerId))
    await chat.heard("PUT /chat/set-lobby", 2)
    chat.tell(performerId, "video-denied", {})
    await witness.stream.event("VideoDenied")
    answer()
    await asked
    await guest.stream.event("RoomMembersListed")
    expect(tagsOf(guest)[2]).toBe("VideoDenied")
    chat.tell(performerId, "video-available", {})
    await guest.stream.event("VideoAvailable")
  })
})
