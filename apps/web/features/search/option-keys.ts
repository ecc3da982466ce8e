/** Keyboard movement in the list below the search field: through the options and out at either end. Pure. */

/** Null: no option, the text itself. Undefined: the key has no meaning here. */
export const nextOption = (
  key: string,
  pointed: string | null,
  options: ReadonlyArray<string>,
): string | null | undefined => {
  if (options.length === 0) return undefined
  const at = pointed === null ? -1 : options.indexOf(pointed)
  if (key === "ArrowDown") return options[at + 1] ?? null
  if (key === "ArrowUp") return at === -1 ? options.at(-1) : (options[at - 1] ?? null)
  return undefined
}

/** Escape first clears the text, then closes the list. */
export const escaped = (typed: string): "clears" | "closes" => (typed === "" ? "closes" : "clears")
