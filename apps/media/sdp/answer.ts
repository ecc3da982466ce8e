/**
 * The library's answer with the addresses that the settings announce, so that the engine works behind a NAT and names no
 * internal network. Pure.
 */
import { isIPv6 } from "node:net"

/** Empty: the addresses of the machine's interfaces. */
export type AnnouncedAddresses = ReadonlyArray<string>

const CANDIDATE = /^(a=candidate:\S+ \d+ \S+ \d+) (\S+) (\d+ typ host.*)$/u

/** The engine accepts connections over TCP and opens none. */
const isActive = (line: string) => / tcptype active/u.test(line)

const announcedLines = (line: string, announced: AnnouncedAddresses): ReadonlyArray<string> => {
  const [, before, address = "", after] = CANDIDATE.exec(line) ?? []
  if (before === undefined) return []
  if (announced.length === 0 || announced.includes(address)) return [line]
  return announced
    .filter((one) => isIPv6(one) === isIPv6(address))
    .map((one) => `${before} ${one} ${after}`)
}

export const withAnnouncedAddresses = (sdp: string, announced: AnnouncedAddresses): string => {
  const seen = new Set<string>()
  const lines = sdp.split("\r\n").flatMap((line) => {
    if (line.startsWith("m=")) seen.clear()
    if (!line.startsWith("a=candidate:")) return [line]
    if (isActive(line)) return []
    return announcedLines(line, announced).filter((one) => {
      // Two interfaces behind one announced address have two ports: each stands there once.
      const isNew = !seen.has(one)
      seen.add(one)
      return isNew
    })
  })
  return lines.join("\r\n")
}
