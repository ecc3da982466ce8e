import { expect, it } from "vitest"
import { withAnnouncedAddresses } from "./answer.ts"

const ANSWER = [
  "m=video 9 UDP/TLS/RTP/SAVPF 96",
  "a=candidate:a 1 udp 2116026367 10.0.0.2 20000 typ host generation 0 ufrag 52fe",
  "a=candidate:b 1 udp 2116026367 fd00::2 20001 typ host generation 0 ufrag 52fe",
  "a=candidate:c 1 tcp 1772093439 10.0.0.2 20000 typ host tcptype passive generation 0 ufrag 52fe",
  "a=candidate:d 1 tcp 1772093439 10.0.0.2 9 typ host tcptype active generation 0 ufrag 52fe",
  "a=end-of-candidates",
  "",
].join("\r\n")
const addressesOf = (announced: ReadonlyArray<string>) =>
  withAnnouncedAddresses(ANSWER, announced)
    .split("\r\n")
    .filter((line) => line.startsWith("a=candidate:"))
    .map((line) => line.split(" ").slice(2, 6).join(" "))

it("an answer has the addresses of the interfaces where none is announced, and no active TCP", () => {
  expect(addressesOf([])).toEqual([
    "udp 2116026367 10.0.0.2 20000",
    "udp 2116026367 fd00::2 20001",
    "tcp 1772093439 10.0.0.2 20000",
  ])
})

it("an answer has the announced address in place of the inner one, and none of an inner network", () => {
  expect(addressesOf(["203.0.113.7"])).toEqual([
    "udp 2116026367 203.0.113.7 20000",
    "tcp 1772093439 203.0.113.7 20000",
  ])
  expect(withAnnouncedAddresses(ANSWER, ["203.0.113.7"])).not.toMatch(/10\.0\.0\.2|fd00/u)
})

it("an answer has an announced address of the machine itself unchanged", () => {
  expect(addressesOf(["10.0.0.2", "2001:db8::7"])).toEqual([
    "udp 2116026367 10.0.0.2 20000",
    "udp 2116026367 2001:db8::7 20001",
    "tcp 1772093439 10.0.0.2 20000",
  ])
})
