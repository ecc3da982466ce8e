import { BlockList } from "node:net"
import { expect, it } from "vitest"
import { OpenSockets, SurplusSockets } from "./open-sockets.ts"

const proxies = new BlockList()
proxies.addAddress("10.0.0.1", "ipv4")

const sockets = (all: number, perAddress: number) => new OpenSockets({ all, perAddress }, proxies)

const kindOf = (entrance: ReturnType<OpenSockets["enter"]>) =>
  entrance._tag === "Refused" ? "refused" : entrance.isSurplus ? "surplus" : "open"

it("the connections of one address are limited, and those of one IPv6 network together", () => {
  const open = sockets(100, 2)
  const peers = ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"]
  expect(peers.map((peer) => kindOf(open.enter(peer)))).toEqual(["open", "open", "refused", "open"])
  const network = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]
  expect(network.map((peer) => kindOf(open.enter(peer)))).toEqual([
    "open",
    "open",
    "refused",
    "open",
  ])
})

it("a trusted proxy, which carries all visitors, is counted in the total limit only", () => {
  const open = sockets(3, 1)
  expect([1, 2, 3, 4].map(() => kindOf(open.enter("10.0.0.1")))).toEqual([
    "open",
    "open",
    "open",
    "surplus",
  ])
  expect(open.size).toBe(4)
})

it("a connection that has closed is counted no more", () => {
  const open = sockets(1, 1)
  const first = open.enter("192.0.2.1")
  expect(kindOf(open.enter("192.0.2.1"))).toBe("refused")
  if (first._tag === "Open") first.leave()
  expect(open.size).toBe(0)
  expect(kindOf(open.enter("192.0.2.1"))).toBe("open")
})

it("a connection beyond the limit is accepted, and the oldest is closed", () => {
  const gone: Array<number> = []
  const surplus = new SurplusSockets<{ readonly destroy: () => void }>()
  const sockets = Array.from({ length: 502 }, (_, n) => ({ destroy: () => void gone.push(n) }))
  for (const socket of sockets.slice(0, 501)) surplus.add(socket)
  expect(gone).toEqual([0])
  for (const socket of sockets.slice(1, 3)) surplus.delete(socket)
  const last = sockets.at(-1)
  if (last !== undefined) surplus.add(last)
  expect(gone).toEqual([0])
  expect(sockets.filter((socket) => surplus.has(socket))).toHaveLength(499)
})
