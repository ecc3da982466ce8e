/** How the stores' values stand as text, and what of a foreign text is accepted. Pure. */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import { isJson, jsonOrNull } from "../json.ts"
import type { Codec } from "./stored.ts"

/** A text that fits the pattern. */
export const patternCodec = (pattern: RegExp): Codec<string> => ({
  encode: (value) => value,
  decode: (text) => (pattern.test(text) ? text : null),
})

export const literalCodec = <A extends string>(values: ReadonlyArray<A>): Codec<A> => ({
  encode: (value) => value,
  decode: (text) => values.find((value) => value === text) ?? null,
})

/** Set or absent. */
export const markCodec: Codec<true> = {
  encode: () => "1",
  decode: (text) => (text === "1" ? true : null),
}

/** Milliseconds since 1970. */
export const momentCodec: Codec<number> = {
  encode: String,
  decode: (text) => (/^\d{1,15}$/u.test(text) ? Number(text) : null),
}

const MAX_IDS = 2_000

/** Null where one of them is no performer's id. */
export const idsOf = (values: ReadonlyArray<unknown>): ReadonlyArray<string> | null => {
  const ids = values.filter(
    (value): value is string => typeof value === "string" && isPerformerId(value),
  )
  return ids.length === values.length && ids.length <= MAX_IDS ? ids : null
}

/** A list of ids as JSON. */
export const idsCodec: Codec<ReadonlyArray<string>> = {
  encode: (value) => JSON.stringify(value),
  decode: (text) => {
    const value = jsonOrNull(text)
    return Array.isArray(value) ? idsOf(value) : null
  },
}

/** A list of ids as a cookie can hold it. */
export const joinedIdsCodec: Codec<ReadonlyArray<string>> = {
  encode: (value) => value.join("."),
  decode: (text) => (text === "" ? [] : idsOf(text.split("."))),
}

/** An object that `read` makes sense of. */
export const objectCodec = <A>(
  read: (value: Readonly<Record<string, unknown>>) => A | null,
): Codec<A> => ({
  encode: (value) => JSON.stringify(value),
  decode: (text) => {
    const value = jsonOrNull(text)
    return isJson(value) ? read(value) : null
  },
})
