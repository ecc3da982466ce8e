/** Checks of a path that is refused (RFC 8445, section 7.2.5.1; RFC 8489, section 9.1.4). */
import { createSocket, type Socket } from "node:dgram"
import { Result } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import {
  Candidate,
  CandidatePair,
  CandidatePairState,
  Connection,
  Message,
  parseMessage,
  StunProtocol,
} from "werift"
import { closeClients, fakeViewer } from "../webrtc-client.fixture.ts"
import { announcedAddress } from "./announced-address.fixture.ts"
import { limitChecks, dropCandidatePairs, MAX_CHECKS, checkDelayMs } from "./bounded-checks.ts"
import { startEngine } from "./werift-engine.fixture.ts"

const BINDING = 1
const REQUEST = 0
const ERROR = 0x110
const WAIT = { timeout: 20_000, interval: 20 }

const valueOf = (sdp: string, name: string) =>
  new RegExp(`^a=${name}:(.*)$`, "mu").exec(sdp)?.[1]?.trim() ?? ""

const candidateAt = (port: number) => new Candidate("1", 1, "udp", 1, "192.0.2.1", port, "prflx")

describe("an ICE check that is refused", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("is first sent at once, then repeated after growing pauses", () => {
    const pauses = Array.from({ length: MAX_CHECKS }, (_, nth) => checkDelayMs(nth))
    expect(pauses).toEqual([0, 50, 100, 200, 400, 800])
  })

  it("is repeated a limited number of times, by itself or on request", async () => {
    const connection = new Connection(false, {})
    let checks = 0
    // As the library does where it is answered by 487: it asks again, and is done when that is.
    connection.checkStart = (pair) => {
      checks += 1
      const again = checks < 1_000 ? connection.checkStart(pair).awaitable : Promise.resolve()
      return { awaitable: again, resolve: () => undefined, reject: () => undefined }
    }
    limitChecks(connection)
    const pair = new CandidatePair(new StunProtocol(), candidateAt(1), false)
    const refused = connection.checkStart(pair).awaitable
    await vi.runAllTimersAsync()
    await refused
    await connection.checkStart(pair).awaitable
    expect(checks).toBe(MAX_CHECKS)
    expect(pair.state).toBe(CandidatePairState.FAILED)
  })

  it("is not repeated by a closed session", async () => {
    const connection = new Connection(false, {})
    let checks = 0
    connection.checkStart = () => {
      checks += 1
      return { awaitable: Promise.resolve(), resolve: () => undefined, reject: () => undefined }
    }
    limitChecks(connection)
    const pair = new CandidatePair(new StunProtocol(), candidateAt(1), false)
    await connection.checkStart(pair).awaitable
    const waiting = connection.checkStart(pair).awaitable
    connection.state = "closed"
    await vi.runAllTimersAsync()
    await waiting
    expect(checks).toBe(1)
  })
})

describe("the memory kept of a client's addresses", () => {
  const connectionTo = (ports: ReadonlyArray<number>) => {
    const connection = new Connection(false, {})
    limitChecks(connection)
    const protocol = new StunProtocol()
    protocol.localCandidate = new Candidate("1", 1, "udp", 1, "192.0.2.2", 1, "host")
    const pairs = ports.map((port) => {
      const candidate = candidateAt(port)
      connection.remoteCandidates.push(candidate)
      const pair = new CandidatePair(protocol, candidate, false)
      connection["addPair"](pair)
      return pair
    })
    return { connection, pairs }
  }
  const portsOf = ({ checkList, remoteCandidates }: Connection) => ({
    pairs: checkList.map(({ remoteCandidate }) => remoteCandidate.port).toSorted((a, b) => a - b),
    candidates: remoteCandidates.map(({ port }) => port),
  })

  it("does not grow with the number of its requests", () => {
    const { pairs } = connectionTo([1])
    for (let id = 0; id < 1_000; id += 1) pairs[0]?.noteIncomingRequest(String(id))
    expect(pairs[0]?.["requestTransactionIds"].size).toBe(0)
  })

  it("is freed for an address that is dropped, unless it is in use", () => {
    const { connection, pairs } = connectionTo([1, 2, 3])
    const [, , used] = pairs
    if (used !== undefined) connection.nominated = used
    for (const port of [1, 3]) dropCandidatePairs(connection, ["192.0.2.1", port])
    expect(portsOf(connection)).toEqual({ pairs: [2, 3], candidates: [2, 3] })
  })
})

describe("an ICE path whose checks are refused", () => {
  let socket: Socket
  let later = 0
  let under: ReturnType<typeof startEngine>
  beforeEach(() => {
    later = 0
    under = startEngine({ now: () => performance.now() + later })
    socket = createSocket("udp4")
  })
  afterEach(async () => {
    socket.close()
    await closeClients()
    await under.engine.shutDown()
  })

  it.each([
    ["the roles are in conflict", 487],
    ["they are not signed well", 401],
  ])("is tried a few times and no more where %s", async (_, code) => {
    const { offer } = await fakeViewer()
    const request = { path: "live/1", id: "refusing", offer, loop: "short" }
    const { sdp } = Result.getOrThrow(await under.engine.watch(request))
    const { address, port } = announcedAddress(sdp, "udp")
    const password = valueOf(offer, "ice-pwd")
    const checks = new Set<string>()
    socket.on("message", (data) => {
      const check = parseMessage(data)
      const kind: number | undefined = check?.messageClass
      if (check === undefined || kind !== REQUEST) return
      checks.add(check.transactionIdHex)
      const refused = new Message(BINDING, ERROR, check.transactionId)
        .setAttribute("ERROR-CODE", [code, "no"])
        .addMessageIntegrity(Buffer.from(password))
        .addFingerprint()
      socket.send(refused.bytes, port, address)
    })
    const ask = () => {
      const own = new Message(BINDING, REQUEST)
        .setAttribute("USERNAME", `${valueOf(sdp, "ice-ufrag")}:${valueOf(offer, "ice-ufrag")}`)
        .setAttribute("PRIORITY", 1)
        .addMessageIntegrity(Buffer.from(valueOf(sdp, "ice-pwd")))
        .addFingerprint()
      socket.send(own.bytes, port, address)
    }
    ask()
    await expect.poll(() => checks.size, WAIT).toBe(MAX_CHECKS)
    // Neither by itself nor because it is asked: each of these would begin a check of a path that failed.
    for (let time = 0; time < 50; time += 1) ask()
    later = 11_000
    await expect
      .poll(() => under.told, WAIT)
      .toContainEqual({ kind: "left", path: "live/1", id: "refusing" })
    await under.engine.settled()
    expect(checks.size).toBe(MAX_CHECKS)
    expect(under.broken).toEqual([])
  })
})
