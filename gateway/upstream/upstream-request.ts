/**
 * A call to an upstream, whichever way it is sent. Pure.
 *
 * Invariant: an id cannot change the path of a call.
 */
import type { Redacted } from "effect"
import type { Locale } from "@foldcast/contracts/units"

export interface UpstreamRequest {
  /** Method and path, `GET /payment/session/{id}`. */
  readonly call: string
  /** Fills `{id}` of the path. */
  readonly id?: string
  /** Fills `{albumId}` of the path. */
  readonly albumId?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The member's bearer token. */
  readonly token?: Redacted.Redacted
  readonly lang: Locale
  readonly noNude: boolean
  /** The browser's address, for the upstream's own limits. */
  readonly clientAddress?: string
  /** The browser's user agent, for the upstream's notice of an unknown browser. */
  readonly clientAgent?: string
}

export const methodOf = (call: string) => call.slice(0, call.indexOf(" "))

/** Segments that URL parsing would drop or resolve, even when encoded. */
const NO_SEGMENTS: ReadonlySet<string> = new Set(["", ".", ".."])

/** Percent-encoded, without the query. Null where an id is not a valid path segment. */
export const pathOf = (request: UpstreamRequest): string | null => {
  const given = { id: request.id ?? "", albumId: request.albumId ?? "" }
  let path = request.call.slice(request.call.indexOf(" ") + 1)
  for (const [name, value] of Object.entries(given)) {
    if (!path.includes(`{${name}}`)) continue
    if (NO_SEGMENTS.has(value) || !value.isWellFormed()) return null
    path = path.replace(`{${name}}`, () => encodeURIComponent(value))
  }
  return path
}
