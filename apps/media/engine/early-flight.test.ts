/** A client that greets before the engine knows that the path works, as browsers do. */
import { createSocket, type Socket } from "node:dgram"
import { Result } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Message, parseMessage } from "werift"
import { closeClients, fakeViewer } from "../webrtc-client.fixture.ts"
import { announcedAddress } from "./announced-address.fixture.ts"
import { handshake, HANDSHAKE, HELLO } from "./dtls-records.fixture.ts"
import type { EngineEvent } from "./media-engine.ts"
import { publisherAndViewer, MEDIA_WAIT } from "./publisher-and-viewer.fixture.ts"
import type { WeriftEngine } from "./werift-engine.ts"
import { startEngine } from "./werift-engine.fixture.ts"

/** STUN: a check and its answer (RFC 8489, section 5). */
const BINDING = 1
const REQUEST = 0
const SUCCESS = 0x100
/** DTLS: messages of the handshake (RFC 6347, section 4.3.2). */
const CLIENT_HELLO = 1
const SERVER_HELLO = 2
const HELLO_VERIFY_REQUEST = 3
/** Of a record's header; the message's type follows. */
const RECORD_BYTES = 13
/** Of a record's header and of a HelloVerifyRequest up to its cookie's length. */
const COOKIE_AT = RECORD_BYTES + 12 + 2

const SUITE = [0xc0, 0x2b]
const UNKNOWN_SUITE = [0, 1]
/** The extension with one curve: secp256r1. */
const CURVES = [0, 10, 0, 4, 0, 2, 0, 23]

/** One cipher suite: TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 unless told. */
const clientHello = (suite: ReadonlyArray<number> = SUITE, cookie: ReadonlyArray<number> = []) => {
  const greeting = [...HELLO.slice(0, -1), cookie.length, ...cookie]
  return handshake(CLIENT_HELLO, ...greeting, 0, 2, ...suite, 1, 0, 0, CURVES.length, ...CURVES)
}

/** Of a record, its first byte. */
const CUT_SHORT = Uint8Array.of(HANDSHAKE)

const valueOf = (sdp: string, name: string) => {
  const line = sdp.split("\r\n").find((one) => one.startsWith(`a=${name}:`))
  if (line === undefined) throw new Error(`nothing is said of ${name}`)
  return line.slice(name.length + 3)
}

describe("a client's first flight of DTLS", () => {
  let engine: WeriftEngine
  let told: ReadonlyArray<EngineEvent>
  let socket: Socket
  beforeEach(() => {
    ;({ engine, told } = startEngine())
    socket = createSocket("udp4")
  })
  afterEach(async () => {
    socket.close()
    await closeClients()
    await engine.shutDown()
  })

  /** Says `words` while the engine does not know yet whether the path works. */
  const says = async (...words: ReadonlyArray<Uint8Array>) => {
    const { offer } = await fakeViewer()
    const request = { path: "live/1", id: "eager", offer, loop: "short" }
    const { sdp } = Result.getOrThrow(await engine.watch(request))
    const { address, port } = announcedAddress(sdp, "udp")
    const own = { name: valueOf(offer, "ice-ufrag"), password: valueOf(offer, "ice-pwd") }
    const theirs = { name: valueOf(sdp, "ice-ufrag"), password: valueOf(sdp, "ice-pwd") }
    const send = (bytes: Uint8Array) => socket.send(bytes, port, address)

    const answers: Array<number | undefined> = []
    const records: Array<Buffer> = []
    const waiting: Array<() => void> = []
    let isSaid = false
    socket.on("message", (data, from) => {
      if (data[0] === HANDSHAKE) {
        records.push(data)
        answers.push(data[RECORD_BYTES])
      }
      const check = parseMessage(data)
      const kind: number | undefined = check?.messageClass
      if (kind === SUCCESS && !isSaid) {
        // The path works from here to there. The engine does not know yet whether it works back.
        isSaid = true
        for (const word of words) send(word)
        for (const answer of waiting) answer()
      }
      if (check === undefined || kind !== REQUEST) return
      const answer = () => {
        const success = new Message(BINDING, SUCCESS, check.transactionId)
        success
          .setAttribute("XOR-MAPPED-ADDRESS", [from.address, from.port])
          .addMessageIntegrity(Buffer.from(own.password))
          .addFingerprint()
        send(success.bytes)
      }
      if (isSaid) answer()
      else waiting.push(answer)
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
    return { answers, records, say: send }
  }

  it.each([
    ["one", [clientHello()]],
    ["one that is cut short, and a whole one", [CUT_SHORT, clientHello()]],
  ])(
    "is answered where it comes before the engine listens, without being repeated: %s",
    async (_, words) => {
      const { answers } = await says(...words)
      await expect.poll(() => answers[0], MEDIA_WAIT).toBe(HELLO_VERIFY_REQUEST)
    },
  )

  it("is answered as often as it was sent, up to four times", async () => {
    const { answers, say } = await says(...Array.from({ length: 20 }, () => clientHello()))
    await expect.poll(() => answers.length, MEDIA_WAIT).toBe(4)
    // Answered after all of them.
    say(clientHello())
    await expect.poll(() => answers.length, MEDIA_WAIT).toBe(5)
  })

  it("is answered again where nothing comes back, in records with new numbers", async () => {
    const { answers, records, say } = await says(clientHello())
    await expect.poll(() => answers, MEDIA_WAIT).toEqual([HELLO_VERIFY_REQUEST])
    const cookie = records[0]?.subarray(COOKIE_AT + 1) ?? []
    expect(records[0]?.[COOKIE_AT]).toBe(cookie.length)
    say(clientHello(SUITE, [...cookie]))
    const again = () => answers.filter((type) => type === SERVER_HELLO).length
    await expect.poll(again, MEDIA_WAIT).toBe(2)
    const numbers = records.map((data) => data.readUIntBE(5, 6))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it("ends no session but its own, whatever it contains", async () => {
    const { sees } = await publisherAndViewer(engine)
    const { answers } = await says(clientHello(UNKNOWN_SUITE), CUT_SHORT)
    const isOver = () => told.some((event) => event.kind === "left" && event.id === "eager")
    await expect.poll(isOver, MEDIA_WAIT).toBe(true)
    expect(answers).toEqual([])
    await sees()
  })
})
