/**
 * The version of the browser-facing protocol and a hash of every schema that crosses it. The protocol
 * test recomputes the hash: a changed schema needs a new hash, a line in HISTORY, and a version step
 * where a reader of the old shape would be wrong.
 */
export const PROTOCOL = { min: 1, max: 1 } as const

export const SCHEMA_HASH = "01cef81181c0d449559897a030bb77afe69b82acd8d8f7fd620818ad629dce7d"

export const HISTORY: ReadonlyArray<{ readonly hash: string; readonly change: string }> = [
  {
    hash: "01cef81181c0d449559897a030bb77afe69b82acd8d8f7fd620818ad629dce7d",
    change: "first version",
  },
]
