/**
 * A page of another host that publishes and watches with a few lines of its own, or with third-party clients:
 * whip-whep and @eyevinn/webrtc-player.
 */
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { type LoopMoment, SQUARE } from "@foldcast/backend/demo/rooms/check-code"
import { readCode } from "@foldcast/backend/demo/rooms/check-code.fixture"
import { openContext } from "../support/browser.ts"
import { eyevinnPlayer } from "./eyevinn-player.ts"

const require = createRequire(import.meta.url)

export interface ReceivedMedia {
  readonly frames: number
  readonly width: number
  readonly audioBytes: number
  readonly codec: string
  readonly protocol: string
}

export interface OpenedConnection {
  readonly status: number
  readonly resource: string
}

export interface MediaPageOptions {
  readonly url: string
  readonly token: string
  /** No UDP, as behind a firewall. */
  readonly onlyTcp?: boolean
  readonly codec?: "H264" | "VP8"
}

const SCRIPT = `
const SQUARE = ${JSON.stringify(SQUARE)}
const pcs = new Map()
const streams = new Map()
const isUdp = (line) => /^a=candidate:\\S+ \\d+ udp /i.test(line)
const filtered = (sdp, onlyTcp) =>
  onlyTcp ? sdp.split("\\r\\n").filter((line) => !isUdp(line)).join("\\r\\n") : sdp
const post = async (name, pc, { url, token, onlyTcp }) => {
  pcs.set(name, pc)
  await pc.setLocalDescription(await pc.createOffer())
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: "Bearer " + token, "Content-Type": "application/sdp" },
    body: filtered(pc.localDescription.sdp, onlyTcp),
  })
  const text = await response.text()
  if (response.status !== 201) return { status: response.status, resource: "" }
  await pc.setRemoteDescription({ type: "answer", sdp: filtered(text, onlyTcp) })
  return { status: 201, resource: new URL(response.headers.get("Location"), url).href }
}
const camera = () =>
  navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 480 } })
const firsts = new Map()
const brightness = (video, { size, left, top, count }) => {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
  const context = canvas.getContext("2d")
  context.drawImage(video, 0, 0)
  const scale = video.videoWidth / 480
  return Array.from({ length: count }, (_, at) => {
    const x = (left + (at + 0.5) * size) * scale
    const [red, green, blue] = context.getImageData(x, (top + size / 2) * scale, 1, 1).data
    return (red + green + blue) / 3
  })
}
const show = (name, pc) => {
  const video = document.createElement("video")
  Object.assign(video, { autoplay: true, muted: true, id: name, srcObject: new MediaStream() })
  document.body.append(video)
  firsts.set(name, [])
  const look = () => {
    if (firsts.get(name).push(brightness(video, SQUARE)) < 10) video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
  pc.ontrack = ({ track, streams: [stream] }) => {
    streams.set(name, stream?.id ?? "")
    video.srcObject.addTrack(track)
  }
}
const preferring = (transceiver, codec) => {
  if (codec === undefined) return
  const { codecs } = RTCRtpReceiver.getCapabilities("video")
  const wanted = codecs.filter(({ mimeType }) => mimeType === "video/" + codec)
  transceiver.setCodecPreferences(wanted)
}
window.media = {
  publish: async (name, options) => {
    const pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" })
    const stream = await camera()
    for (const track of stream.getTracks()) {
      const transceiver = pc.addTransceiver(track, { direction: "sendonly", streams: [stream] })
      if (track.kind === "video") preferring(transceiver, options.codec)
    }
    return post(name, pc, options)
  },
  watch: async (name, options) => {
    const pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" })
    show(name, pc)
    pc.addTransceiver("video", { direction: "recvonly" })
    pc.addTransceiver("audio", { direction: "recvonly" })
    return post(name, pc, options)
  },
  foreignPublish: async (name, { url, token }) => {
    const { WHIPClient } = await import("/whip.js")
    const pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" })
    pcs.set(name, pc)
    const stream = await camera()
    for (const track of stream.getTracks()) {
      pc.addTransceiver(track, { direction: "sendonly", streams: [stream] })
    }
    await new WHIPClient().publish(pc, url, token)
  },
  foreignWatch: async (name, { url, token }) => {
    const { WHEPClient } = await import("/whep.js")
    const pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" })
    show(name, pc)
    pc.addTransceiver("video", { direction: "recvonly" })
    pc.addTransceiver("audio", { direction: "recvonly" })
    pcs.set(name, pc)
    await new WHEPClient().view(pc, url, token)
  },
  eyevinnWatch: async (name, { url, token }) => {
    const { default: { WebRTCPlayer } } = await import("/eyevinn.js")
    const video = document.createElement("video")
    Object.assign(video, { autoplay: true, muted: true, id: name })
    document.body.append(video)
    // Without this it asks a public STUN server.
    const player = new WebRTCPlayer({ video, type: "whep", iceServers: [] })
    await player.load(new URL(url), "Bearer " + token)
    pcs.set(name, player.peer)
  },
  close: (name) => pcs.get(name).close(),
  state: (name) => pcs.get(name).connectionState,
  first: (name) => firsts.get(name) ?? [],
  seen: async (name) => {
    const all = [...(await pcs.get(name).getStats()).values()]
    const of = (kind) => all.find((one) => one.type === "inbound-rtp" && one.kind === kind)
    const pair = all.find((one) => one.type === "candidate-pair" && one.nominated)
    return {
      frames: of("video")?.framesDecoded ?? 0,
      width: of("video")?.frameWidth ?? 0,
      audioBytes: of("audio")?.bytesReceived ?? 0,
      codec: all.find(({ id }) => id === of("video")?.codecId)?.mimeType ?? "",
      protocol: all.find(({ id }) => id === pair?.localCandidateId)?.protocol ?? "",
    }
  },
}
`

const FILES: Readonly<Record<string, readonly [type: string, text: () => Promise<string>]>> = {
  "/": ["text/html", () => Promise.resolve('<!doctype html><script src="/page.js"></script>')],
  "/page.js": ["text/javascript", () => Promise.resolve(SCRIPT)],
  "/whip.js": ["text/javascript", () => readFile(require.resolve("whip-whep/whip.js"), "utf8")],
  "/eyevinn.js": ["text/javascript", eyevinnPlayer],
  "/whep.js": ["text/javascript", () => readFile(require.resolve("whip-whep/whep.js"), "utf8")],
}

export interface MediaPage {
  readonly page: Page
  readonly publish: (name: string, options: MediaPageOptions) => Promise<OpenedConnection>
  readonly watch: (name: string, options: MediaPageOptions) => Promise<OpenedConnection>
  readonly foreignPublish: (name: string, options: MediaPageOptions) => Promise<void>
  readonly foreignWatch: (name: string, options: MediaPageOptions) => Promise<void>
  readonly eyevinnWatch: (name: string, options: MediaPageOptions) => Promise<void>
  readonly closePeer: (name: string) => Promise<void>
  readonly state: (name: string) => Promise<string>
  readonly seen: (name: string) => Promise<ReceivedMedia>
  /** The code of the first picture shown with one; undefined if none had one. */
  readonly firstMoment: (name: string) => Promise<LoopMoment | undefined>
}

export interface PageHost {
  readonly openPage: (browser: Browser) => Promise<MediaPage>
  readonly close: () => Promise<void>
}

export const startPageHost = async (): Promise<PageHost> => {
  const server = createServer((request, response) => {
    const [type, text] = FILES[request.url ?? ""] ?? ["text/plain", () => Promise.resolve("")]
    void text().then((body) => response.writeHead(200, { "Content-Type": type }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    openPage: async (browser) => {
      const context = await openContext(browser)
      const page = await context.newPage()
      await page.goto(url)
      const call = <A>(what: string, name: string, options?: unknown): Promise<A> =>
        page.evaluate(
          ([key, ...args]) =>
            (
              globalThis as unknown as { media: Record<string, (...all: Array<unknown>) => A> }
            ).media[key as string]?.(...args) as A,
          [what, name, options ?? null] as ReadonlyArray<unknown>,
        )
      return {
        page,
        publish: (name, options) => call("publish", name, options),
        watch: (name, options) => call("watch", name, options),
        foreignPublish: (name, options) => call("foreignPublish", name, options),
        foreignWatch: (name, options) => call("foreignWatch", name, options),
        eyevinnWatch: (name, options) => call("eyevinnWatch", name, options),
        closePeer: (name) => call("close", name),
        state: (name) => call("state", name),
        seen: (name) => call("seen", name),
        firstMoment: async (name) => {
          const pictures = await call<ReadonlyArray<ReadonlyArray<number>>>("first", name)
          return pictures.map(readCode).find((moment) => moment !== undefined)
        },
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
