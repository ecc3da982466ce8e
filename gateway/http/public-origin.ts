/**
 * The origin under which a browser reached the site, for canonical addresses, sitemaps and links. Pure. A foreign
 * host is never repeated: a spoofed one gets the first of our own.
 */
import { normaliseHost } from "../brand/resolve-brand.ts"
import type { OriginPolicy } from "../config.ts"

const PLAIN_HOST = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$|^\[[0-9a-f:]{2,39}\](?::\d{1,5})?$/u

export const publicOrigin = (policy: OriginPolicy, host: string | undefined): string => {
  const name = (host ?? "").trim().toLowerCase()
  if (policy.trustHost && PLAIN_HOST.test(name)) return `http://${name}`
  const own = [...policy.own]
  const wanted = normaliseHost(name)
  return own.find((origin) => URL.parse(origin)?.host === wanted) ?? own[0] ?? ""
}
