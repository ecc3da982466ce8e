/**
 * JSON for a script element of a page: no HTML parser can mistake it for markup, and it is still the same JSON.
 * Pure.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
}

export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&]/gu, (character) => ESCAPES[character] ?? "")
