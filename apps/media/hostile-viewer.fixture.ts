/**
 * A viewer with a token, over TCP alone or UDP alone, whose traffic a test changes: each frame that its library wants to send
 * goes through the test, which may send others and reset the connection.
 */
import {
  type Connection,
  type DtlsSocket,
  encodeTcpFrame,
  Message,
  RTCPeerConnection,
  RtpHeader,
  StunProtocol,
  TcpActiveProtocol,
  useOPUS,
  useVP8,
} from "werift"

export type Over = "tcp" | "udp"

type Address = readonly [host: string, port: number]

/** The frames to send in place of one; `index` counts the frames of its library from 0. */
export type Interfere = (frame: Buffer, index: number) => ReadonlyArray<Uint8Array>

/** Media and control packets for SRTP, handshake and application data for DTLS. */
export type Sealed = "application" | "control" | "handshake" | "media"

type DtlsRecord = Parameters<DtlsSocket["cipher"]["encryptPacket"]>[0]

export interface HostileViewer {
  readonly offer: string
  readonly accept: (answer: string) => Promise<void>
  /** Encrypted packets of video and audio that arrived. */
  readonly received: () => number
  /** Sends a frame of the test to where the library sent last. False: there is no connection. */
  readonly send: (frame: Uint8Array) => boolean
  /** A request signed with the engine's password; `change` is applied before it is signed. */
  readonly request: (change?: (message: Message) => void, method?: number) => Message
  /** Sends a signed request; answers whether the engine answered one, or closed the connection. */
  readonly isHeardOut: () => boolean
  /** Resolves once the handshake has given keys. */
  readonly connected: Promise<void>
  /** Encrypts correctly; undefined without keys. */
  readonly sealed: (kind: Sealed, bytes: Buffer) => Buffer | undefined
  /** Drops its connections without closing them, over TCP by a reset, and sends nothing more. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

const BINDING = 1
const REQUEST = 0
const SUCCESS = 0x100
/** Content types of DTLS records. */
const DTLS_TYPES = { application: 23, handshake: 22 } as const

const IS_OVER = {
  tcp: (line: string) => line.includes(" tcptype passive"),
  udp: (line: string) => / 1 udp /iu.test(line) && !line.includes("::"),
} as const

const overAlone = (sdp: string, over: Over): string =>
  sdp
    .split("\r\n")
    .filter((line) => !line.startsWith("a=candidate:") || IS_OVER[over](line))
    .join("\r\n")

const valueOf = (sdp: string, name: string): string =>
  new RegExp(`^a=${name}:(.*)$`, "mu").exec(sdp)?.[1]?.trim() ?? ""

export const hostileViewer = async (
  over: Over,
  interfere: Interfere = (frame) => [frame],
): Promise<HostileViewer> => {
  const pc = new RTCPeerConnection({
    iceServers: [],
    iceUseIpv6: false,
    iceUseTcp: true,
    codecs: { audio: [useOPUS()], video: [useVP8()] },
  })
  pc.addTransceiver("video", { direction: "recvonly" })
  pc.addTransceiver("audio", { direction: "recvonly" })
  for (const { connection } of pc.iceTransports) delete connection.stunServer
  await pc.setLocalDescription(await pc.createOffer())
  const offer = pc.localDescription?.sdp ?? ""
  let answer = ""
  let isOver = false
  let sent = 0
  let received = 0
  /** To where the library sent last. */
  let speak: ((frame: Uint8Array) => boolean) | undefined
  const asked = new Set<string>()
  let isAnswered = false

  const connections = pc.iceTransports.map(({ connection }) => connection as Connection)
  const protocols = connections.flatMap((connection) => connection["protocols"])
  const says = (frame: Buffer, speaks: (frame: Uint8Array) => boolean) => {
    speak = speaks
    for (const one of interfere(frame, (sent += 1) - 1)) if (!isOver) speaks(one)
  }
  const hears = (data: Buffer) => {
    const isSuccess = data.length >= 20 && data.readUInt16BE(0) === (BINDING | SUCCESS)
    isAnswered ||= isSuccess && asked.has(data.toString("hex", 8, 20))
  }
  for (const protocol of protocols) {
    if (protocol instanceof TcpActiveProtocol) {
      const hear = protocol["handleFrame"].bind(protocol)
      protocol["handleFrame"] = (data: Buffer, addr: Address) => {
        hears(data)
        hear(data, addr)
      }
      protocol["sendFrame"] = async (data: Buffer, addr: Address) => {
        if (isOver) return
        const entry = await protocol["getSocket"](addr).catch(() => undefined)
        if (entry === undefined) return
        const { socket } = entry
        says(data, (frame) => {
          if (socket.destroyed || !socket.writable) return false
          socket.write(encodeTcpFrame(Buffer.from(frame)))
          return true
        })
      }
    } else if (protocol instanceof StunProtocol) {
      const { transport } = protocol
      const hear = transport.onData
      transport.onData = (data, addr) => {
        hears(data)
        hear(data, addr)
      }
      transport.send = (data, addr) => {
        const [host, port] = addr ?? ["", 0]
        if (!isOver) {
          says(data, (frame) => {
            transport.socket.send(frame, port, host)
            return true
          })
        }
        return Promise.resolve()
      }
    }
  }
  for (const connection of connections) {
    connection.onData.subscribe((data) => {
      if (((data[0] ?? 0) & 0xc0) === 0x80) received += 1
    })
  }
  const request: HostileViewer["request"] = (change, method = BINDING) => {
    const message = new Message(method, REQUEST)
    message
      .setAttribute("USERNAME", `${valueOf(answer, "ice-ufrag")}:${valueOf(offer, "ice-ufrag")}`)
      .setAttribute("PRIORITY", 1)
    change?.(message)
    return message.addMessageIntegrity(Buffer.from(valueOf(answer, "ice-pwd"))).addFingerprint()
  }
  const [transport] = pc.dtlsTransports
  const connected = Promise.withResolvers<void>()
  transport?.onStateChange.subscribe((state) => {
    if (state === "connected") connected.resolve()
  })
  return {
    offer,
    accept: (sdp) => {
      answer = sdp
      return pc.setRemoteDescription({ type: "answer", sdp: overAlone(sdp, over) })
    },
    received: () => received,
    send: (frame) => speak?.(frame) ?? false,
    request,
    isHeardOut: () => {
      const message = request()
      asked.add(message.transactionIdHex)
      return isAnswered || speak?.(message.bytes) !== true
    },
    connected: connected.promise,
    sealed: (kind, bytes) => {
      if (transport?.state !== "connected") return undefined
      if (kind === "control") return transport.srtcp.encrypt(bytes)
      if (kind === "media") return transport.srtp.encrypt(bytes, new RtpHeader({ ssrc: 1 }))
      const { dtls } = transport
      if (dtls === undefined) return undefined
      const contentType = DTLS_TYPES[kind]
      const sequenceNumber = (dtls.dtls.recordSequenceNumber += 1)
      const protocolVersion = { major: 0xfe, minor: 0xfd }
      const recordLayerHeader = {
        ...{ contentType, protocolVersion, epoch: 1, sequenceNumber },
        contentLen: bytes.length,
      }
      // The fields that the cipher reads and writes.
      const record = { recordLayerHeader, fragment: bytes } as DtlsRecord
      const { fragment } = dtls.cipher.encryptPacket(record)
      const length = fragment.length
      const header = [contentType, 0xfe, 0xfd, 0, 1, 0, 0, 0, 0, sequenceNumber >> 8]
      return Buffer.from([
        ...header,
        sequenceNumber & 0xff,
        length >> 8,
        length & 0xff,
        ...fragment,
      ])
    },
    reset: () => {
      isOver = true
      for (const protocol of protocols) {
        if (!(protocol instanceof TcpActiveProtocol)) continue
        for (const { socket } of protocol["sockets"].values()) socket.resetAndDestroy()
      }
    },
    close: () => {
      isOver = true
      return pc.close()
    },
  }
}
