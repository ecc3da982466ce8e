/** Writes lines to standard output with back-pressure. */
import { once } from "node:events"
import { terminalText } from "./terminal-text.ts"

const FLUSH_CHARACTERS = 65_536

export class LineOutput {
  #text = ""

  async line(text: string): Promise<void> {
    this.#text += `${terminalText(text)}\n`
    if (this.#text.length >= FLUSH_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    const text = this.#text
    this.#text = ""
    if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain")
  }
}
