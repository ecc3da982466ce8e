/**
 * The client's address for rate limits. `X-Forwarded-For` is trusted only from listed proxies, hop by hop, so that
 * no client can evade a limit with an invented address. Pure.
 */
import { type BlockList, isIP } from "node:net"
import { unmapped } from "@foldcast/limits/rate-key"

export const isTrusted = (proxies: BlockList, address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 4 ? "ipv4" : "ipv6")
}

/**
 * `peer` is the remote end of the socket. Walks the header from its right end, which the nearest proxy wrote, to
 * the first address that is not a trusted proxy. An invalid address ends the walk.
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
