/**
 * JSON with sorted keys and no white space, so that equal values have equal text on every machine.
 * Hash chains, state hashes and command fingerprints are taken of this text.
 */
const text = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return `[${value.map((item) => text(item) ?? "null").join(",")}]`
  if (value !== null && typeof value === "object") {
    const members: Array<string> = []
    for (const key of Object.keys(value).toSorted()) {
      const member = text((value as Readonly<Record<string, unknown>>)[key])
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${member}`)
    }
    return `{${members.join(",")}}`
  }
  return JSON.stringify(value)
}

/** The value must be JSON: members that are undefined or functions are left out, as JSON.stringify does. */
export const canonicalJson = (value: unknown): string => text(value) ?? "null"
