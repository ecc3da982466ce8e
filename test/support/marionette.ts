/**
 * Firefox's own remote protocol, for the W3C WebDriver commands that WebDriver BiDi lacks: `LENGTH:[0, ID, NAME,
 * PARAMETERS]`, answered in the same order. It uses Playwright's session.
 */
import { connect, type Socket } from "node:net"

type Answer = readonly [
  kind: 1,
  id: number,
  error: { readonly message: string } | null,
  result: unknown,
]

export class Marionette {
  readonly #socket: Socket
  readonly #waiting: Array<(answer: Answer) => void> = []
  #heard = Buffer.alloc(0)
  #sent = 0

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1")
    this.#socket.on("data", (bytes) => {
      this.#heard = Buffer.concat([this.#heard, Buffer.from(bytes as Buffer)])
      for (let message = this.#next(); message !== undefined; message = this.#next()) {
        // The greeting is not an array.
        if (Array.isArray(message)) this.#waiting.shift()?.(message as unknown as Answer)
      }
    })
  }

  #next(): unknown {
    const colon = this.#heard.indexOf(":")
    const end = colon + 1 + Number(this.#heard.subarray(0, Math.max(colon, 0)).toString())
    if (colon === -1 || this.#heard.length < end) return undefined
    const text = this.#heard.subarray(colon + 1, end).toString()
    this.#heard = this.#heard.subarray(end)
    return JSON.parse(text)
  }

  async command<Result>(name: string, parameters: object): Promise<Result> {
    this.#sent += 1
    const message = Buffer.from(JSON.stringify([0, this.#sent, name, parameters]))
    const answered = new Promise<Answer>((resolve) => this.#waiting.push(resolve))
    this.#socket.write(`${message.length}:${message.toString()}`)
    const [, , error, result] = await answered
    if (error !== null) throw new Error(`${name}: ${error.message}`)
    return (result as { readonly value: Result }).value
  }

  close(): void {
    this.#socket.destroy()
  }
}
