/** The rate limit's key for a client's address. Pure. */

/** Turns `::ffff:192.0.2.1` into 192.0.2.1. */
export const unmapped = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1]
  return mapped ?? address
}

const GROUPS_OF_A_NETWORK = 4
const GROUPS = 8

/** The first 64 bits: a single household or server usually has a whole /64. */
export const ipv6Network = (address: string): string => {
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

/** The address itself, or the /64 of an IPv6 address. */
export const rateKeyOf = (address: string): string =>
  address.includes(":") ? `${ipv6Network(address)}::/64` : address
