/**
 * The only parser for JSON from other parties: the gateway reads upstreams and partners with it, the verifier the
 * same answers, the reference its callers, so that the rules are the same everywhere.
 *
 *   only UTF-8, whatever the charset of the media type says        RFC 8259, 8.1 and 11
 *   a byte order mark at the beginning is skipped                  RFC 8259, 8.1: MAY
 *   for a duplicate name the last value counts                     RFC 8259, 4
 *   half a surrogate pair becomes U+FFFD, as it would when encoded
 *   at most MAX_JSON_DEPTH levels of arrays and objects            RFC 8259, 9
 *
 * Size is bounded where bytes arrive (limits.ts). Pure.
 */

/** No contract needs more than eight. */
export const MAX_JSON_DEPTH = 64

export type ParsedJson =
  | { readonly _tag: "Value"; readonly value: unknown }
  | { readonly _tag: "NoJson"; readonly why: "encoding" | "syntax" | "depth" }

/** May refuse a member by throwing. */
export type Reviver = (name: string, value: unknown) => unknown

const noJson = (why: "encoding" | "syntax" | "depth"): ParsedJson => ({ _tag: "NoJson", why })

/** Null where the bytes are not UTF-8. Strips a byte order mark. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const BYTE_ORDER_MARK = "\ufeff"
const unmarked = (text: string) => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)

const wellFormed = (value: unknown) => (typeof value === "string" ? value.toWellFormed() : value)

/**
 * Visits every member once, repairs its strings in place, and returns whether there are more levels than `levels`.
 * Iterating by index and name, without lists of values, costs a sixth of the alternative: about one thirtieth of
 * reading and decoding a page of performers.
 */
const isDeeper = (value: unknown, levels: number): boolean => {
  if (value === null || typeof value !== "object") return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    const members: Array<unknown> = value
    for (let index = 0; index < members.length; index += 1) {
      const member = members[index]
      if (typeof member === "string") {
        if (!member.isWellFormed()) members[index] = member.toWellFormed()
      } else if (isDeeper(member, levels - 1)) return true
    }
    return false
  }
  const members = value as Record<string, unknown>
  for (const name in members) {
    const member = members[name]
    if (typeof member === "string") {
      if (!member.isWellFormed()) members[name] = member.toWellFormed()
    } else if (isDeeper(member, levels - 1)) return true
  }
  return false
}

export const parseJson = (source: string | Uint8Array, reviver?: Reviver): ParsedJson => {
  const text = typeof source === "string" ? unmarked(source) : utf8Text(source)
  if (text === null) return noJson("encoding")
  try {
    const value: unknown = JSON.parse(text)
    // Checked first, since later steps recurse into the value.
    if (isDeeper(value, MAX_JSON_DEPTH)) return noJson("depth")
    if (reviver === undefined) return { _tag: "Value", value: wellFormed(value) }
    const revived: unknown = JSON.parse(text, (name, member: unknown) =>
      reviver(name, wellFormed(member)),
    )
    return { _tag: "Value", value: revived }
  } catch {
    return noJson("syntax")
  }
}
