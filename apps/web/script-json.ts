/**
 * JSON for a script element of a page: an HTML parser never mistakes it for markup, and it parses to the same
 * value. Pure.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
}

export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&]/gu, (character) => ESCAPES[character] ?? "")
