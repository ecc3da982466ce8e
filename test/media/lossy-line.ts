/**
 * A UDP line that loses packets both ways, put between a browser and the engine by rewriting the SDP answer. A seed
 * decides which packets are lost.
 */
import { createSocket, type Socket } from "node:dgram"
import { seededRandom } from "@foldcast/backend/seeded-random"

export interface LossyLine {
  /** The answer with the line's address as its only candidate. */
  readonly answer: string
  readonly lost: () => number
  readonly close: () => void
}

const CANDIDATE = /^(a=candidate:\S+ 1 udp \d+) (\d+\.\d+\.\d+\.\d+) (\d+) (typ host.*)$/u

const bound = async (address: string): Promise<Socket> => {
  const socket = createSocket("udp4")
  await new Promise<void>((resolve) => socket.bind(0, address, resolve))
  return socket
}

export interface LineOptions {
  /** The share of all packets that is lost, each way. */
  readonly share: number
  /** TCP candidates stay in the answer; they bypass the line. */
  readonly keepsTcp?: boolean
  readonly seed?: string
}

export const lossyLine = async (
  answer: string,
  { share, keepsTcp = false, seed = "lossy line" }: LineOptions,
): Promise<LossyLine> => {
  const found = answer.split("\r\n").flatMap((line) => {
    const [, , address = "", port] = CANDIDATE.exec(line) ?? []
    return port === undefined ? [] : [{ address, port: Number(port) }]
  })
  const [engine] = found
  if (engine === undefined) throw new Error("the answer tells no address over UDP")
  const random = seededRandom(seed)
  const front = await bound(engine.address)
  const { port } = front.address()
  const behind = new Map<string, Promise<Socket>>()
  let lost = 0
  const isLost = () => {
    const one = random.chance(share)
    if (one) lost += 1
    return one
  }
  front.on("message", (bytes, from) => {
    const key = `${from.address}:${from.port}`
    const existing = behind.get(key)
    const towards =
      existing ??
      bound(engine.address).then((socket) =>
        socket.on("message", (back) => {
          if (!isLost()) front.send(back, from.port, from.address)
        }),
      )
    behind.set(key, towards)
    if (!isLost()) void towards.then((socket) => socket.send(bytes, engine.port, engine.address))
  })
  const lines = answer.split("\r\n").flatMap((line) => {
    if (!line.startsWith("a=candidate:")) return [line]
    if (keepsTcp && / \d+ tcp /u.test(line)) return [line]
    const [, before, address = "", , after] = CANDIDATE.exec(line) ?? []
    return before === undefined ? [] : [`${before} ${address} ${port} ${after}`]
  })
  return {
    answer: lines.join("\r\n"),
    lost: () => lost,
    close: () => {
      front.close()
      for (const socket of behind.values()) void socket.then((one) => one.close())
    },
  }
}
