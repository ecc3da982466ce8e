/** Reading JSON that somebody else wrote, by hand: a schema library costs the first view too much. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Null where the text is no JSON. */
export const jsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const stringOf = (value: unknown): string | null =>
  typeof value === "string" ? value : null
