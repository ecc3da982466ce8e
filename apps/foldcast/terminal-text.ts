/**
 * Text for a terminal: control, reordering and invisible characters are escaped as in JSON, so JSON keeps its
 * value. Only this program writes line feeds.
 */
const DANGEROUS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

const unitOf = (text: string, index: number): string =>
  `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`

export const terminalText = (text: string): string =>
  text.replace(DANGEROUS, (found) =>
    found === "\n"
      ? found
      : Array.from({ length: found.length }, (_, i) => unitOf(found, i)).join(""),
  )
