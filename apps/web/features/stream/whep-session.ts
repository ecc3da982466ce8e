/**
 * One session of watching, by WHEP (draft-ietf-wish-whep-04) as the gateway speaks it: an offer that waits for no
 * candidates, one answer, and a DELETE at the end. Which attempt follows which is picture-plan.ts's to say.
 * Caller: document-room.ts.
 */
import type { WatchEnd } from "./picture-plan.ts"

export interface WatchOptions {
  readonly performerId: string
  readonly visit: string
  /** Ends the session, with the connection and what the gateway keeps of it. */
  readonly signal: AbortSignal
  /** Once there is something to show. */
  readonly onStream: (watched: Watched) => void
}

export interface Watched {
  readonly media: MediaStream
  /** What the browser counts of the connection. */
  readonly stats: () => Promise<RTCStatsReport>
}

const ANSWER_MS = 10_000
const HEADERS = { "X-Foldcast": "1" } as const
const CLOSED: WatchEnd = { _tag: "Closed" }
const LOST: WatchEnd = { _tag: "Lost" }

const retryAfterMs = ({ headers }: Response): number => {
  const seconds = Number(headers.get("Retry-After") ?? "0")
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0
}

const forget = (resource: string): void => {
  // A page that goes still tells it. Where nobody hears, the gateway ends what a seat leaves behind.
  fetch(resource, { method: "DELETE", headers: HEADERS, keepalive: true }).catch(() => {})
}

/** The browser's: media over one connection, from the addresses in the answer. No server is asked for one's own. */
const receiver = (onStream: WatchOptions["onStream"]): RTCPeerConnection => {
  const peer = new RTCPeerConnection({ iceServers: [], bundlePolicy: "max-bundle" })
  const media = new MediaStream()
  const watched: Watched = { media, stats: () => peer.getStats() }
  peer.addEventListener("track", ({ track }) => {
    media.addTrack(track)
    onStream(watched)
  })
  for (const kind of ["video", "audio"]) peer.addTransceiver(kind, { direction: "recvonly" })
  return peer
}

const ended = (peer: RTCPeerConnection, signal: AbortSignal): Promise<WatchEnd> =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve(CLOSED)
    })
    if (signal.aborted) resolve(CLOSED)
    peer.addEventListener("connectionstatechange", () => {
      if (peer.connectionState === "failed") resolve(LOST)
    })
  })

/** Asks to the end, also where the session is over by then: only so is it known what to forget. */
const ask = async (
  peer: RTCPeerConnection,
  { performerId, visit, signal }: WatchOptions,
  over: Promise<WatchEnd>,
): Promise<WatchEnd> => {
  await peer.setLocalDescription(await peer.createOffer())
  if (signal.aborted) return CLOSED
  const room = encodeURIComponent(performerId)
  const response = await fetch(`/api/rooms/${room}/watch?visit=${encodeURIComponent(visit)}`, {
    method: "POST",
    headers: { ...HEADERS, "Content-Type": "application/sdp" },
    body: peer.localDescription?.sdp ?? "",
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (response.status !== 201) {
    return { _tag: "Refused", status: response.status, retryAfterMs: retryAfterMs(response) }
  }
  const resource = response.headers.get("Location")
  try {
    const sdp = await response.text()
    if (!signal.aborted) await peer.setRemoteDescription({ type: "answer", sdp })
    return await over
  } finally {
    if (resource !== null) forget(resource)
  }
}

/** Answers when it is over. */
export const watchRoom = async (options: WatchOptions): Promise<WatchEnd> => {
  const peer = receiver(options.onStream)
  const over = ended(peer, options.signal)
  try {
    return await Promise.race([ask(peer, options, over), over])
  } catch {
    // Nobody answered, or with something that is no answer to this offer.
    return options.signal.aborted ? CLOSED : LOST
  } finally {
    peer.close()
  }
}
