/**
 * How the text of a setting is read. Each reader answers undefined where the text does not say what it
 * must; config.ts makes the sentence. Pure.
 */
import { BlockList, isIP } from "node:net"
import { Redacted } from "effect"

export type Reader<A> = (text: string) => A | undefined

/** A bound on how often something may happen: at most `count` times in `withinMs`. */
export interface Rate {
  readonly count: number
  readonly withinMs: number
}

export interface SupportToken {
  /** Who opens captures with it, as the audit names them. */
  readonly name: string
  readonly token: Redacted.Redacted
}

export const words: Reader<string> = (text) => (text === "" ? undefined : text)

export const wholeNumber =
  (minimum: number, maximum: number): Reader<number> =>
  (text) => {
    if (!/^\d{1,16}$/u.test(text)) return undefined
    const value = Number(text)
    return value >= minimum && value <= maximum ? value : undefined
  }

export const oneOf =
  <const Choices extends ReadonlyArray<string>>(choices: Choices): Reader<Choices[number]> =>
  (text) =>
    choices.find((choice) => choice === text)

/** What stands between the commas of a list. */
export const items = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

/** A host as it stands in an address, with its port where there is one. */
export const hostName: Reader<string> = (text) =>
  /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/u.test(text) ? text : undefined

/** A list separated by commas; empty text is the empty list. */
export const listOf =
  <A>(read: Reader<A>): Reader<ReadonlyArray<A>> =>
  (text) => {
    const values: Array<A> = []
    for (const item of items(text)) {
      const value = read(item)
      if (value === undefined) return undefined
      values.push(value)
    }
    return values
  }

/** An address without credentials, query or fragment; its trailing slash is taken off. */
export const httpUrl: Reader<string> = (text) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return undefined
  }
  return url.href.replace(/\/+$/u, "")
}

/** Scheme, host and port and nothing else, as browsers write it in `Origin`. */
export const origin: Reader<string> = (text) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined
  return url.origin === text.toLowerCase().replace(/\/$/u, "") ? url.origin : undefined
}

const BRAND_ID = /^[a-z0-9-]{1,40}$/u

export interface PartnerAddress {
  /** The brand's id. */
  readonly id: string
  /** Without a slash at its end. */
  readonly url: string
}

/** `id=address`. */
export const partner: Reader<PartnerAddress> = (text) => {
  const at = text.indexOf("=")
  const id = text.slice(0, Math.max(at, 0)).trim()
  const url = at < 0 ? undefined : httpUrl(text.slice(at + 1).trim())
  return url === undefined || !BRAND_ID.test(id) ? undefined : { id, url }
}

/** `id=host,host;id=host`: each brand's hosts; an id and a host stand once. */
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

const rateUnits: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `20/15m`: at most 20 in 15 minutes; units s, m and h. */
export const rate: Reader<Rate> = (text) => {
  const [, count, amount, unit = ""] = /^(\d{1,9})\/(\d{1,4})([smh])$/u.exec(text) ?? []
  const unitMs = rateUnits[unit]
  if (unitMs === undefined || Number(count) === 0 || Number(amount) === 0) return undefined
  return { count: Number(count), withinMs: Number(amount) * unitMs }
}

const MIN_SECRET_BYTES = 32
/** Fewer different bytes than this were typed, not drawn. */
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

export const bearerToken: Reader<Redacted.Redacted> = (text) =>
  text.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/u.test(text) ? Redacted.make(text) : undefined

/** `name:token`. */
export const supportToken: Reader<SupportToken> = (text) => {
  const [, name, secret] = /^([A-Za-z0-9._@-]{1,64}):(.+)$/u.exec(text) ?? []
  const token = secret === undefined ? undefined : bearerToken(secret)
  return name === undefined || token === undefined ? undefined : { name, token }
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

export const proxyNetworks: Reader<BlockList> = (text) => {
  const networks = listOf(proxy)(text)
  if (networks === undefined) return undefined
  const list = new BlockList()
  for (const { address, prefix } of networks) {
    list.addSubnet(address, prefix, isIP(address) === 4 ? "ipv4" : "ipv6")
  }
  return list
}
