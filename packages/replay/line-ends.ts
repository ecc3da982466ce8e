/**
 * What a file's way does to the ends of its lines: git and mail programs write CRLF, editors a byte order mark and an
 * empty line at the end. None of it is in a line, and chain and signature are over lines; so a capture is read without
 * it, and it is told. What is changed within a line is damage.
 *
 * Invariant: a line that was written by a gateway passes as it is.
 */

/** In the order in which they are told. */
export const LINE_END_CHANGES = ["CRLF", "a byte order mark", "empty lines"] as const
export type LineEndChange = (typeof LINE_END_CHANGES)[number]

const BYTE_ORDER_MARK = "\uFEFF"

export class LineEnds {
  readonly #met = new Set<LineEndChange>()

  /** All that was met so far. */
  get changes(): ReadonlyArray<LineEndChange> {
    return LINE_END_CHANGES.filter((change) => this.#met.has(change))
  }

  /** The line itself; null for one that is none. `isFirst`: of the file. */
  lineIn(text: string, isFirst: boolean): string | null {
    let line = text
    if (isFirst && line.startsWith(BYTE_ORDER_MARK)) {
      this.#met.add("a byte order mark")
      line = line.slice(BYTE_ORDER_MARK.length)
    }
    if (line.endsWith("\r")) {
      this.#met.add("CRLF")
      line = line.slice(0, -1)
    }
    // A file that begins with one is no capture.
    if (line !== "" || isFirst) return line
    this.#met.add("empty lines")
    return null
  }
}
