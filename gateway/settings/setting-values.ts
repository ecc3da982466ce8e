/** Parsers for the values of settings that only the gateway has. Pure. */
import { BlockList, isIP } from "node:net"
import { Redacted } from "effect"
import { httpUrl, listOf, type Reader, secretText, wholeNumber } from "@foldcast/settings/readers"

export interface SupportToken {
  /** The name under which the audit records what this token opens. */
  readonly name: string
  readonly token: Redacted.Redacted
}

/** A host, with its port where there is one. */
export const hostName: Reader<string> = (text) =>
  /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/u.test(text) ? text : undefined

/** Over https, or on this machine; `{ip}` stands in it once. */
export const geoUrl: Reader<string> = (text) => {
  const url = text.split("{ip}").length === 2 ? httpUrl(text.replace("{ip}", "0")) : undefined
  return url === undefined ? undefined : text
}

/** Scheme, host and port only, in the format of the `Origin` header. */
export const origin: Reader<string> = (text) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined
  return url.origin === text.toLowerCase().replace(/\/$/u, "") ? url.origin : undefined
}

const BRAND_ID = /^[a-z0-9-]{1,40}$/u

export interface PartnerAddress {
  readonly id: string
  /** Without a trailing slash. */
  readonly url: string
}

/** `id=address`. */
export const partner: Reader<PartnerAddress> = (text) => {
  const at = text.indexOf("=")
  const id = text.slice(0, Math.max(at, 0)).trim()
  const url = at < 0 ? undefined : httpUrl(text.slice(at + 1).trim())
  return url === undefined || !BRAND_ID.test(id) ? undefined : { id, url }
}

/** `id=host,host;id=host`: each brand's hosts; an id and a host may occur only once. */
export const brandHosts: Reader<ReadonlyMap<string, ReadonlySet<string>>> = (text) => {
  const brands = new Map<string, ReadonlySet<string>>()
  const claimed = new Set<string>()
  for (const entry of text.split(";").filter((part) => part.trim() !== "")) {
    const [id = "", list = "", ...rest] = entry.split("=").map((part) => part.trim())
    const hosts = listOf(hostName)(list)
    if (hosts === undefined || hosts.length === 0 || rest.length > 0) return undefined
    if (!BRAND_ID.test(id) || brands.has(id)) return undefined
    if (hosts.some((host) => claimed.has(host))) return undefined
    for (const host of hosts) claimed.add(host)
    brands.set(id, new Set(hosts))
  }
  return brands
}

const MIN_SECRET_BYTES = 32
/** A secret with fewer different bytes was typed by hand and is not random. */
const MIN_DIFFERENT_BYTES = 8

const secretBytes = (text: string): Uint8Array => {
  if (/^(?:[0-9a-f]{2})+$/iu.test(text)) return Buffer.from(text, "hex")
  if (/^[A-Za-z0-9+/_-]+={0,2}$/u.test(text)) {
    const bytes = Buffer.from(text, "base64")
    if (bytes.length >= MIN_SECRET_BYTES) return bytes
  }
  return Buffer.from(text, "utf8")
}

/** Hexadecimal, base64 or plain text of 32 bytes and more. */
export const secretKey: Reader<Redacted.Redacted<Uint8Array>> = (text) => {
  const bytes = secretBytes(text)
  return bytes.length >= MIN_SECRET_BYTES && new Set(bytes).size >= MIN_DIFFERENT_BYTES
    ? Redacted.make(bytes)
    : undefined
}

export const MIN_TOKEN_LENGTH = 16

export const bearerToken = secretText(MIN_TOKEN_LENGTH)

/** `name:token`. */
export const supportToken: Reader<SupportToken> = (text) => {
  const [, name, shown] = /^([A-Za-z0-9._@-]{1,64}):(.+)$/u.exec(text) ?? []
  const token = shown === undefined ? undefined : bearerToken(shown)
  return name === undefined || token === undefined ? undefined : { name, token }
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/u

/** Whether traffic to this address can be intercepted: it is not encrypted and leaves this machine. */
export const isReadable = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === "http:" && !LOOPBACK.test(hostname)
}

/** An address or a network in CIDR notation. */
const proxy: Reader<{ readonly address: string; readonly prefix: number }> = (text) => {
  const [address = "", prefix, ...rest] = text.split("/")
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return undefined
  const bits = family === 4 ? 32 : 128
  const length = prefix === undefined ? bits : wholeNumber(0, bits)(prefix)
  return length === undefined ? undefined : { address, prefix: length }
}

/** The value for a gateway without a proxy in front of it. */
const NO_PROXY = "none"

export const proxyNetworks: Reader<BlockList> = (text) => {
  const networks = text === NO_PROXY ? [] : listOf(proxy)(text)
  if (networks === undefined) return undefined
  const list = new BlockList()
  for (const { address, prefix } of networks) {
    list.addSubnet(address, prefix, isIP(address) === 4 ? "ipv4" : "ipv6")
  }
  return list
}

/** The default order of the redirect chain's steps (ROUTE-22); pages/redirects/chain.ts has them all. */
export const REDIRECT_STEPS = [
  "legacy-profiles",
  "trailing-slash",
  "legacy-paths",
  "search-paths",
  "parameter-combinations",
  "switched-off-pages",
  "protected-pages",
  "profiles",
  "categories",
  "filter-reset",
] as const

export type RedirectStepName = (typeof REDIRECT_STEPS)[number]
