/**
 * Whose request it is, for rate limits. `X-Forwarded-For` is believed only from peers that are listed as
 * proxies, and only as far as each hop is one; so nobody resets a limit by making an address up. Pure.
 */
import { type BlockList, isIP } from "node:net"

/** `::ffff:192.0.2.1` is 192.0.2.1. */
const unmapped = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1]
  return mapped ?? address
}

export const isTrusted = (proxies: BlockList, address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 4 ? "ipv4" : "ipv6")
}

/**
 * `peer` is the socket's other end. Walks the header from its right end, where the nearest proxy wrote,
 * to the first address that is no proxy of ours. What is no address ends the walk.
 */
export const clientAddress = (
  proxies: BlockList,
  peer: string | undefined,
  forwardedFor: string | undefined,
): string => {
  let address = unmapped(peer ?? "unknown")
  const hops = (forwardedFor ?? "").split(",").map((hop) => unmapped(hop.trim()))
  while (isTrusted(proxies, address)) {
    const hop = hops.pop()
    if (hop === undefined || isIP(hop) === 0) return address
    address = hop
  }
  return address
}

const GROUPS_OF_A_NETWORK = 4
const GROUPS = 8

/** The first 64 bits: one household or server has at least as many addresses as the rest allows. */
const ipv6Network = (address: string): string => {
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right]
  return groups
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => group.replace(/^0+(?=.)/u, ""))
    .join(":")
}

/** What an address is counted under: itself, or the /64 of an IPv6 address. */
export const rateKeyOf = (address: string): string =>
  isIP(address) === 6 ? `${ipv6Network(address)}::/64` : address
