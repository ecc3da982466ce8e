/** A client that greets before the engine knows that the path works, as browsers do. */
import { createSocket } from "node:dgram"
import { Result } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Message, parseMessage } from "werift"
import { fakeViewer } from "../webrtc-client.fixture.ts"
import { engineOfEachTest } from "./werift-engine.fixture.ts"

/** STUN: a check and its answer (RFC 8489, section 5). */
const BINDING = 1
const REQUEST = 0
const SUCCESS = 0x100
/** DTLS: a record of the handshake, and two of its messages (RFC 6347, sections 4.1 and 4.3.2). */
const HANDSHAKE = 22
const CLIENT_HELLO = 1
const HELLO_VERIFY_REQUEST = 3
/** Of a record's header; the message's type follows. */
const RECORD_BYTES = 13

const two = (value: number) => [value >> 8, value & 0xff]
const three = (value: number) => [value >> 16, ...two(value & 0xffff)]

/** One cipher suite, one curve: TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, secp256r1. */
const clientHello = () => {
  const random = Array.from({ length: 32 }, (_, at) => at)
  const curves = [...two(10), ...two(4), ...two(2), ...two(23)]
  const body = [0xfe, 0xfd, ...random, 0, 0, ...two(2), 0xc0, 0x2b, 1, 0, ...two(curves.length)]
  body.push(...curves)
  const message = [CLIENT_HELLO, ...three(body.length), 0, 0, ...three(0), ...three(body.length)]
  const record = [HANDSHAKE, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0]
  return Uint8Array.from([...record, ...two(message.length + body.length), ...message, ...body])
}

const valueOf = (sdp: string, name: string) => {
  const line = sdp.split("\r\n").find((one) => one.startsWith(`a=${name}:`))
  if (line === undefined) throw new Error(`nothing is said of ${name}`)
  return line.slice(name.length + 3)
}

const udpOf = (sdp: string) => {
  for (const line of sdp.split("\r\n")) {
    const [first = "", , transport, , address = "", port = ""] = line.split(" ")
    const isUdp = first.startsWith("a=candidate:") && transport?.toLowerCase() === "udp"
    if (isUdp && !address.includes(":")) return { address, port: Number(port) }
  }
  throw new Error("the answer tells no address over UDP")
}

describe("a client's first words", () => {
  const engine = engineOfEachTest()
  const socket = createSocket("udp4")
  afterEach(() => {
    socket.close()
  })

  it("are answered where they come before the engine listens, without being said again", async () => {
    const { offer } = await fakeViewer()
    const request = { path: "live/1", id: "viewer", offer, loop: "short" }
    const { sdp } = Result.getOrThrow(await engine().watch(request))
    const { address, port } = udpOf(sdp)
    const own = { name: valueOf(offer, "ice-ufrag"), password: valueOf(offer, "ice-pwd") }
    const theirs = { name: valueOf(sdp, "ice-ufrag"), password: valueOf(sdp, "ice-pwd") }
    const send = (bytes: Uint8Array) => socket.send(bytes, port, address)

    let isGreeted = false
    const waiting: Array<() => void> = []
    const answered = new Promise<number | undefined>((resolve) => {
      socket.on("message", (data, from) => {
        if (data[0] === HANDSHAKE) resolve(data[RECORD_BYTES])
        const check = parseMessage(data)
        if (check?.messageClass === SUCCESS && !isGreeted) {
          // The path works from here to there. The engine does not know yet whether it works back.
          isGreeted = true
          send(clientHello())
          for (const answer of waiting) answer()
        }
        if (check?.messageClass !== REQUEST) return
        const answer = () => {
          const success = new Message(BINDING, SUCCESS, check.transactionId)
          success
            .setAttribute("XOR-MAPPED-ADDRESS", [from.address, from.port])
            .addMessageIntegrity(Buffer.from(own.password))
            .addFingerprint()
          send(success.bytes)
        }
        if (isGreeted) answer()
        else waiting.push(answer)
      })
    })
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
    const check = new Message(BINDING, REQUEST)
    check
      .setAttribute("USERNAME", `${theirs.name}:${own.name}`)
      .setAttribute("PRIORITY", 1)
      .setAttribute("ICE-CONTROLLING", 1n)
      .setAttribute("USE-CANDIDATE", null)
      .addMessageIntegrity(Buffer.from(theirs.password))
      .addFingerprint()
    send(check.bytes)

    await expect(answered).resolves.toBe(HELLO_VERIFY_REQUEST)
  })
})
