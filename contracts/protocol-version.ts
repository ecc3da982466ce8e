/**
 * The version of the browser-facing protocol and a hash of every schema that crosses it. The protocol
 * test recomputes the hash: a changed schema needs a new hash, a line in HISTORY, and a version step
 * where a reader of the old shape would be wrong.
 */
export const PROTOCOL = { min: 1, max: 1 } as const

export const SCHEMA_HASH = "unset"

export const HISTORY: ReadonlyArray<{ readonly hash: string; readonly change: string }> = [
  { hash: SCHEMA_HASH, change: "first version" },
]
