/**
 * From the click to the first frame shown. On the site: a guest with an empty cache clicks a performer's card; the
 * profile opens, joins and watches by itself. In turn with it, a minimal page that sends its offer at once to the
 * same engine, with a token of its own.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { openBrowser } from "../../support/browser.ts"
import { HELD_WORLD, performerLike, performersLike } from "../../support/demo-world.ts"
import { startWorld, type World } from "../../support/world.ts"
import { rest } from "../browse/page-watch.ts"
import { openWatched, WIDE } from "../browse/watched-browser.ts"
import { Seat } from "./seat.ts"

const PICTURES = {
  environment: {
    ...HELD_WORLD.environment,
    MEDIA: "on",
    MEDIA_PORT: "0",
    MEDIA_UDP_PORTS: "22000-22999",
    // All guests have one address, and departed ones stay in their rooms for a while.
    MAX_MEDIA_SESSIONS_PER_ADDRESS: "1000",
  },
} as const

/** How long a pointer rests on its target before the click. */
const APPROACH_MS = 120

interface Parts {
  /** Milliseconds until the join request is sent. */
  readonly toJoin: number
  /** Milliseconds until the offer is posted. */
  readonly toOffer: number
  readonly toAnswer: number
  readonly toConnection: number
  readonly toFrame: number
}

interface SiteFrame {
  readonly fromClickMs: number
  readonly fromOfferMs: number
  /** Each measured from the previous one. */
  readonly parts: Parts
}

export interface FirstFrames {
  readonly site: ReadonlyArray<SiteFrame>
  readonly bareMs: ReadonlyArray<number>
}

interface Moments {
  readonly click: number
  readonly join: number
  readonly offer: number
  readonly answer: number
  readonly connection: number
  readonly frame: number
}

/** Runs in the page, before its own scripts: it only records times and changes no behaviour. */
const TIMED = `
  const moments = { click: 0, join: 0, offer: 0, answer: 0, connection: 0 }
  const shown = Promise.withResolvers()
  Object.defineProperty(globalThis, "benchMoments", { value: shown.promise })
  addEventListener("click", ({ timeStamp }) => { moments.click ||= timeStamp }, { capture: true })
  const asks = (target) => {
    if (/\\/commands/.test(target)) moments.join ||= performance.now()
    if (/\\/(?:watch\\?|whep$)/.test(target)) moments.offer ||= performance.now()
  }
  const ask = fetch
  globalThis.fetch = (target, options) => {
    asks(String(target))
    return ask(target, options)
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (...request) {
    asks(String(request[1]))
    return open.apply(this, request)
  }
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...options) {
      super(...options)
      this.addEventListener("connectionstatechange", () => {
        if (this.connectionState === "connected") moments.connection ||= performance.now()
      })
    }
    setRemoteDescription(...description) {
      moments.answer ||= performance.now()
      return super.setRemoteDescription(...description)
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      const video = node instanceof HTMLVideoElement ? node : node.querySelector?.("video")
      video?.requestVideoFrameCallback((_, { presentationTime }) => shown.resolve({ ...moments, frame: presentationTime }))
    }
  }).observe(document, { childList: true, subtree: true })
`

const BARE_PAGE = `<!doctype html><button>Play</button><script>
  document.querySelector("button").onclick = async () => {
    const { url, token } = globalThis.target
    const peer = new RTCPeerConnection({ iceServers: [], bundlePolicy: "max-bundle" })
    const video = Object.assign(document.createElement("video"), { autoplay: true, muted: true, srcObject: new MediaStream() })
    document.body.append(video)
    peer.ontrack = ({ track }) => video.srcObject.addTrack(track)
    for (const kind of ["video", "audio"]) peer.addTransceiver(kind, { direction: "recvonly" })
    await peer.setLocalDescription(await peer.createOffer())
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: "Bearer " + token, "Content-Type": "application/sdp" },
      body: peer.localDescription.sdp,
    })
    await peer.setRemoteDescription({ type: "answer", sdp: await response.text() })
  }
</script>`

const momentsOf = (page: Page): Promise<Moments> => page.evaluate<Moments>("benchMoments")

const openTimed = async (browser: Browser, origin: string): Promise<Page> => {
  const context = await openWatched(browser, origin, WIDE)
  await context.addInitScript(TIMED)
  return context.newPage()
}

const pressAt = async (page: Page, selector: string): Promise<void> => {
  const target = page.locator(selector).first()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${selector} is not on the screen`)
  await rest(page)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await new Promise((resolve) => setTimeout(resolve, APPROACH_MS))
  await page.mouse.down()
  await page.mouse.up()
}

const onSite = async (browser: Browser, world: World, username: string): Promise<SiteFrame> => {
  const { site } = world.urls
  const page = await openTimed(browser, site)
  try {
    await page.goto(`${site}/en?filter=onlineStatus_free`, { waitUntil: "networkidle" })
    await pressAt(page, `[data-profile="${username}"]`)
    const { click, join, offer, answer, connection, frame } = await momentsOf(page)
    return {
      fromClickMs: frame - click,
      fromOfferMs: frame - offer,
      parts: {
        toJoin: join - click,
        toOffer: offer - join,
        toAnswer: answer - offer,
        toConnection: connection - answer,
        toFrame: frame - connection,
      },
    }
  } finally {
    await page.context().close()
  }
}

const onBarePage = async (
  browser: Browser,
  world: World,
  origin: string,
  performerId: string,
): Promise<number> => {
  const seat = await Seat.take(world, performerId)
  const { path, token } = await seat.watch()
  const page = await openTimed(browser, origin)
  try {
    await page.goto(origin)
    const target = { url: `${world.urls.media}/${path}/whep`, token }
    await page.evaluate(`globalThis.target = ${JSON.stringify(target)}`)
    await pressAt(page, "button")
    const { click, frame } = await momentsOf(page)
    return frame - click
  } finally {
    seat.leave()
    await page.context().close()
  }
}

const serveBarePage = async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { "Content-Type": "text/html" }).end(BARE_PAGE),
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The first round does not count: it warms up processes and browser. */
export const measureFirstFrames = async (rounds: number): Promise<FirstFrames> => {
  const world = await startWorld(PICTURES)
  const browser = await openBrowser()
  const bare = await serveBarePage()
  try {
    const free = { filter: "onlineStatus_free" }
    const { username } = await performerLike(world, free)
    const others = (await performersLike(world, free)).slice(1)
    const site: Array<SiteFrame> = []
    const bareMs: Array<number> = []
    for (let round = -1; round < rounds; round += 1) {
      const other = others[(round + 1) % others.length]
      if (other === undefined) throw new Error("too few performers are in free chat")
      const bareFrame = () => onBarePage(browser, world, bare.origin, other.performerId)
      const before = round % 2 === 0 ? await bareFrame() : null
      const frame = await onSite(browser, world, username)
      const after = before ?? (await bareFrame())
      if (round < 0) continue
      site.push(frame)
      bareMs.push(after)
    }
    return { site, bareMs }
  } finally {
    bare.close()
    await browser.close()
    await world.close()
  }
}
