/**
 * JSON with sorted keys and no white space, so that equal values have equal text on every machine. The input of
 * hash chains, state hashes and command fingerprints.
 */
type Texts = WeakMap<object, string>

const objectText = (value: object, items: Texts | null): string => {
  const members: Array<string> = []
  for (const key of Object.keys(value).toSorted()) {
    const member = text((value as Readonly<Record<string, unknown>>)[key], items)
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${member}`)
  }
  return `{${members.join(",")}}`
}

const itemText = (item: unknown, items: Texts | null): string => {
  if (items === null || item === null || typeof item !== "object")
    return text(item, items) ?? "null"
  const known = items.get(item)
  if (known !== undefined) return known
  const itself = text(item, items) ?? "null"
  items.set(item, itself)
  return itself
}

const text = (value: unknown, items: Texts | null): string | undefined => {
  if (Array.isArray(value)) return `[${value.map((item) => itemText(item, items)).join(",")}]`
  if (value !== null && typeof value === "object") return objectText(value, items)
  return JSON.stringify(value)
}

/** The value must be JSON: members that are undefined or functions are left out, as JSON.stringify does. */
export const canonicalJson = (value: unknown): string => text(value, null) ?? "null"

/**
 * The same for immutable values. The texts of their parts are cached by identity, so the next state of a long room
 * costs only its new line.
 */
export class CanonicalTexts {
  readonly #items: Texts = new WeakMap()

  of(value: unknown): string {
    return text(value, this.#items) ?? "null"
  }
}
