/**
 * Parses a server-sent event stream (WHATWG HTML, 9.2.6): takes text in chunks of any size and returns the
 * `data` of complete messages. Its only state is the unfinished message.
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
