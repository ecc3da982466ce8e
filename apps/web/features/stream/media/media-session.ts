/**
 * One session with the media engine as the gateway speaks for it, by WHEP (draft-ietf-wish-whep-04) or WHIP (RFC
 * 9725): an offer that waits for no candidates, one answer, and a DELETE at the end. Which attempt follows which is
 * the plans' to say.
 */
import { retryAfterMs } from "@foldcast/client/retry-after"
import type { MediaSessionEnd } from "./media-session-end.ts"

export interface MediaSessionOptions {
  readonly performerId: string
  readonly visit: string
  /** Ends the session, with the connection and what the gateway keeps of it. */
  readonly signal: AbortSignal
}

export interface MediaOffer extends MediaSessionOptions {
  readonly offersAt: "watch" | "cam-back"
  readonly query?: Readonly<Record<string, string>>
  /** That the connection's own offer is made; it may have been made ahead. */
  readonly offered: Promise<void>
  /** How long the connection may be broken before it is lost; null: until the browser gives it up. */
  readonly brokenMs: number | null
}

const ANSWER_MS = 10_000
const HEADERS = { "X-Foldcast": "1" } as const
const CLOSED: MediaSessionEnd = { _tag: "Closed" }
const LOST: MediaSessionEnd = { _tag: "Lost" }

/** Media over one connection, from or to the addresses in the answer. No server is asked for one's own. */
export const newPeerConnection = (): RTCPeerConnection =>
  new RTCPeerConnection({ iceServers: [], bundlePolicy: "max-bundle" })

/** With it the browser begins to look for its own addresses. */
export const makeOffer = async (peer: RTCPeerConnection): Promise<void> => {
  await peer.setLocalDescription(await peer.createOffer())
}

const forget = (resource: string): void => {
  // A page that goes still tells it. Where nobody hears, the gateway ends what a seat leaves behind.
  fetch(resource, { method: "DELETE", headers: HEADERS, keepalive: true }).catch(() => {})
}

interface Posted {
  readonly answer: XMLHttpRequest
  /** Where the session ends that it opened, if it did. */
  readonly resource: string | null
}

/**
 * Not by fetch: an answer and then its text take more turns of the page, each of which waits for what is drawn
 * meanwhile, and the picture 20 to 30 ms more.
 */
const post = (address: string, sdp: string): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const answer = new XMLHttpRequest()
    let resource: string | null = null
    answer.open("POST", address)
    for (const [name, value] of Object.entries(HEADERS)) answer.setRequestHeader(name, value)
    answer.setRequestHeader("Content-Type", "application/sdp")
    answer.timeout = ANSWER_MS
    answer.addEventListener("readystatechange", () => {
      // The headers are gone where the rest does not come.
      resource ??= answer.getResponseHeader("Location")
    })
    answer.addEventListener("load", () => {
      resolve({ answer, resource })
    })
    for (const end of ["error", "timeout", "abort"]) {
      answer.addEventListener(end, () => {
        if (resource !== null) forget(resource)
        reject(new Error("no answer"))
      })
    }
    answer.send(sdp)
  })

const ended = (
  peer: RTCPeerConnection,
  { signal, brokenMs }: Pick<MediaOffer, "signal" | "brokenMs">,
): Promise<MediaSessionEnd> =>
  new Promise((resolve) => {
    let broken: ReturnType<typeof setTimeout> | undefined
    signal.addEventListener("abort", () => {
      clearTimeout(broken)
      resolve(CLOSED)
    })
    if (signal.aborted) resolve(CLOSED)
    peer.addEventListener("connectionstatechange", () => {
      clearTimeout(broken)
      if (peer.connectionState === "failed") resolve(LOST)
      if (peer.connectionState === "disconnected" && brokenMs !== null) {
        broken = setTimeout(resolve, brokenMs, LOST)
      }
    })
  })

/** Asks to the end, also where the session is over by then: only so is it known what to forget. */
const ask = async (
  peer: RTCPeerConnection,
  { performerId, visit, signal, offersAt, query, offered }: MediaOffer,
  over: Promise<MediaSessionEnd>,
): Promise<MediaSessionEnd> => {
  await offered
  if (signal.aborted) return CLOSED
  const room = encodeURIComponent(performerId)
  const asked = new URLSearchParams({ visit, ...query })
  const address = `/api/rooms/${room}/${offersAt}?${String(asked)}`
  const { answer, resource } = await post(address, peer.localDescription?.sdp ?? "")
  if (answer.status !== 201) {
    const waitMs = retryAfterMs(answer.getResponseHeader("Retry-After"))
    return { _tag: "Refused", status: answer.status, retryAfterMs: waitMs }
  }
  try {
    const sdp = answer.responseText
    if (!signal.aborted) await peer.setRemoteDescription({ type: "answer", sdp })
    return await over
  } finally {
    if (resource !== null) forget(resource)
  }
}

/** Answers when it is over; the connection is closed then. */
export const openMediaSession = async (
  peer: RTCPeerConnection,
  offer: MediaOffer,
): Promise<MediaSessionEnd> => {
  const over = ended(peer, offer)
  try {
    return await Promise.race([ask(peer, offer, over), over])
  } catch {
    // Nobody answered, or with something that is no answer to this offer.
    return offer.signal.aborted ? CLOSED : LOST
  } finally {
    peer.close()
  }
}
