/**
 * Whose request it is, for rate limits. `X-Forwarded-For` is believed only from peers that are listed as
 * proxies, and only as far as each hop is one; so nobody resets a limit by making an address up. Pure.
 */
import { type BlockList, isIP } from "node:net"
import { unmapped } from "@foldcast/limits/rate-key"

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
