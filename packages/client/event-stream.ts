/**
 * Takes a server-sent event stream apart (WHATWG HTML, 9.2.6): text in pieces of any size in, the `data`
 * of whole messages out. Pure but for what it carries from piece to piece.
 */
export class EventStreamReader {
  #rest = ""
  #data: Array<string> = []

  read(piece: string): ReadonlyArray<string> {
    const messages: Array<string> = []
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/u)
    this.#rest = lines.pop() ?? ""
    for (const line of lines) {
      if (line === "") {
        if (this.#data.length > 0) messages.push(this.#data.join("\n"))
        this.#data = []
      } else if (line.startsWith("data:")) {
        this.#data.push(line.slice(line[5] === " " ? 6 : 5))
      }
    }
    return messages
  }
}
