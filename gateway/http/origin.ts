/**
 * Decides whether a request may do anything here, from headers that scripts cannot forge, before anything else
 * happens (docs/protocol.md, "Origins"). Pure.
 *
 *   POST       Origin own, Sec-Fetch-Site (where sent) same-origin, X-Foldcast: 1, application/json; of an offer to
 *              watch application/sdp, of a picture image/jpeg
 *   DELETE     as POST, without a type
 *   WebSocket  Origin own, Sec-Fetch-Site (where sent) same-origin
 *   SSE        Sec-Fetch-Site same-origin, Origin (where sent) own
 *   a still    Sec-Fetch-Site (where sent) same-origin
 */
import { normaliseHost } from "../brand/resolve-brand.ts"
import type { OriginPolicy } from "../config.ts"

export type HeaderReader = (name: string) => string | undefined

export type OriginVerdict = "allowed" | "foreignSite" | "unsupportedMediaType"

/** Whether the Host names another of our sites than the Origin: a page of one brand may not act on another's. */
const namesAnother = ({ own }: OriginPolicy, origin: string, host: string | undefined): boolean => {
  const name = normaliseHost(host ?? "")
  const named = [...own].filter((each) => URL.parse(each)?.host === name)
  return named.length > 0 && !named.includes(origin)
}

/** A request without an Origin counts as foreign: browsers send one wherever it matters. */
export const isOwnOrigin = (policy: OriginPolicy, header: HeaderReader): boolean => {
  const origin = header("origin")
  if (origin === undefined) return false
  const host = header("host")
  if (policy.own.has(origin)) return !namesAnother(policy, origin, host)
  return policy.trustHost && host !== undefined && origin === `http://${host.toLowerCase()}`
}

const saysForeign = (header: HeaderReader): boolean => {
  const site = header("sec-fetch-site")
  return site !== undefined && site !== "same-origin"
}

export const mayOpenWebSocket = (policy: OriginPolicy, header: HeaderReader): OriginVerdict =>
  isOwnOrigin(policy, header) && !saysForeign(header) ? "allowed" : "foreignSite"

export const mayReadEventStream = (policy: OriginPolicy, header: HeaderReader): OriginVerdict => {
  if (header("sec-fetch-site") !== "same-origin") return "foreignSite"
  return header("origin") === undefined || isOwnOrigin(policy, header) ? "allowed" : "foreignSite"
}

/** For scripts of our own pages. */
export const mayDelete = (policy: OriginPolicy, header: HeaderReader): OriginVerdict =>
  isOwnOrigin(policy, header) && !saysForeign(header) && header("x-foldcast") === "1"
    ? "allowed"
    : "foreignSite"

/** An image request has no Origin; the browser's Sec-Fetch-Site reveals another site that embeds our stills. */
export const mayShowStill = (_policy: OriginPolicy, header: HeaderReader): OriginVerdict =>
  saysForeign(header) ? "foreignSite" : "allowed"

const mayPostAs =
  (type: string) =>
  (policy: OriginPolicy, header: HeaderReader): OriginVerdict => {
    const verdict = mayDelete(policy, header)
    if (verdict !== "allowed") return verdict
    return header("content-type")?.toLowerCase() === type ? "allowed" : "unsupportedMediaType"
  }

export const mayPost = mayPostAs("application/json")
/** A session description (RFC 8866). */
export const mayPostOffer = mayPostAs("application/sdp")
export const mayPostPicture = mayPostAs("image/jpeg")
