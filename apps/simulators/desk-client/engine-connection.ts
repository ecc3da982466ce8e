/**
 * A connection to the media engine. The offer goes to the desk's server, which knows the engine and shows it the
 * token, and which ends the session at the engine when the connection is closed here.
 */

const ANSWER_TIMEOUT_MS = 15_000

/** The server or the engine refused it: another try would be refused too. */
export class OfferRejected extends Error {}

/** The engine ends a session by itself where this does not arrive. */
const endSession = async (session: string): Promise<void> => {
  try {
    await fetch(session, { method: "DELETE", keepalive: true })
  } catch {
    // Nothing waits for it.
  }
}

export class EngineConnection {
  readonly pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" })
  #session: string | null = null

  /** One that receives picture and sound into `stream`. */
  static receiving(stream: MediaStream): EngineConnection {
    const connection = new EngineConnection()
    connection.pc.ontrack = ({ track }) => stream.addTrack(track)
    for (const kind of ["video", "audio"]) {
      connection.pc.addTransceiver(kind, { direction: "recvonly" })
    }
    return connection
  }

  onStateChange(changed: (state: RTCPeerConnectionState) => void): void {
    this.pc.onconnectionstatechange = () => changed(this.pc.connectionState)
  }

  /** `path` below the performer's page. Rejects with OfferRejected, or where nobody answers now. */
  async open(path: string): Promise<void> {
    const { pc } = this
    const offer = await pc.createOffer()
    await pc.setLocalDescription(offer)
    const response = await fetch(location.pathname + path, {
      method: "POST",
      headers: { "Content-Type": "application/sdp" },
      body: pc.localDescription?.sdp ?? "",
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    if (response.status !== 201) {
      const reason = String(response.status)
      throw response.status < 500 ? new OfferRejected(reason) : new Error(reason)
    }
    const session = response.headers.get("Location") ?? ""
    const sdp = await response.text()
    // It was closed meanwhile.
    if (pc.signalingState === "closed") return endSession(session)
    this.#session = session
    await pc.setRemoteDescription({ type: "answer", sdp })
  }

  close(): void {
    this.pc.onconnectionstatechange = null
    this.pc.close()
    if (this.#session !== null) void endSession(this.#session)
  }
}
