/**
 * One session with the media engine through the gateway, by WHEP (draft-ietf-wish-whep-04) or WHIP (RFC 9725): one
 * offer without trickled candidates, one answer, and a DELETE at the end. Retries are decided elsewhere
 * (video-connection-state.ts, cam-back-state.ts).
 */
import { retryAfterMs } from "@foldcast/client/retry-after"
import type { MediaSessionEnd } from "./media-session-end.ts"

export interface MediaSessionOptions {
  readonly performerId: string
  readonly visit: string
  /** Aborting it closes the connection and deletes the session at the gateway. */
  readonly signal: AbortSignal
}

export interface MediaOffer extends MediaSessionOptions {
  readonly offersAt: "watch" | "cam-back"
  readonly query?: Readonly<Record<string, string>>
  /** Resolves when the local offer is set, which may be before the session is opened. */
  readonly offered: Promise<void>
  /** How long the connection may be disconnected before it counts as lost; null: until the browser says "failed". */
  readonly brokenMs: number | null
}

const ANSWER_MS = 10_000
const HEADERS = { "X-Foldcast": "1" } as const
const CLOSED: MediaSessionEnd = { _tag: "Closed" }
const LOST: MediaSessionEnd = { _tag: "Lost" }

/** One bundled transport, without STUN or TURN: the engine's candidates in the answer are enough. */
export const newPeerConnection = (): RTCPeerConnection =>
  new RTCPeerConnection({ iceServers: [], bundlePolicy: "max-bundle" })

/** Setting the offer starts the gathering of candidates. */
export const makeOffer = async (peer: RTCPeerConnection): Promise<void> => {
  await peer.setLocalDescription(await peer.createOffer())
}

const deleteSession = (resource: string): void => {
  // `keepalive` lets it outlive the page. If it fails, the gateway ends the session with the room's.
  fetch(resource, { method: "DELETE", headers: HEADERS, keepalive: true }).catch(() => {})
}

interface Posted {
  readonly answer: XMLHttpRequest
  /** The session's own address, from `Location`; null where none was opened. */
  readonly resource: string | null
}

/**
 * By XMLHttpRequest: fetch takes more turns of the event loop, each behind the page's rendering, and delays the first
 * frame by 20 to 30 ms.
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
      // Read with the headers: after an error they are no longer there.
      resource ??= answer.getResponseHeader("Location")
    })
    answer.addEventListener("load", () => {
      resolve({ answer, resource })
    })
    for (const end of ["error", "timeout", "abort"]) {
      answer.addEventListener(end, () => {
        if (resource !== null) deleteSession(resource)
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

/** Waits for the answer even if the session is over by then: only the answer says what to delete. */
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
    if (resource !== null) deleteSession(resource)
  }
}

/** Resolves when the session is over; the connection is closed then. */
export const openMediaSession = async (
  peer: RTCPeerConnection,
  offer: MediaOffer,
): Promise<MediaSessionEnd> => {
  const over = ended(peer, offer)
  try {
    return await Promise.race([ask(peer, offer, over), over])
  } catch {
    // No answer, or one that does not fit the offer.
    return offer.signal.aborted ? CLOSED : LOST
  } finally {
    peer.close()
  }
}
