/**
 * A random UUID (RFC 9562, version 4) where the browser makes none: outside secure contexts, on plain http by a
 * network's address, it has random numbers and no `randomUUID`.
 */
const VERSION_4 = 0x40
const VARIANT = 0x80

export const uuidOf = (random: Uint8Array): string => {
  const bytes = Uint8Array.from(random)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_4
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5")
}

export const newUuid = (): string => {
  const source: Pick<Crypto, "getRandomValues"> & Partial<Pick<Crypto, "randomUUID">> = crypto
  return source.randomUUID?.() ?? uuidOf(source.getRandomValues(new Uint8Array(16)))
}
