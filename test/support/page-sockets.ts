/**
 * A page's WebSockets and the text that passes over them, told by the page itself: what drives Firefox (WebDriver
 * BiDi) tells of neither.
 */
import type { Page } from "playwright-core"

export interface PageSocket {
  readonly url: string
  /** Closed in its page's life; one that ends with its page says nothing of it. */
  readonly isClosed: boolean
  readonly received: ReadonlyArray<string>
  readonly sent: ReadonlyArray<string>
}

interface Told {
  readonly socket: string
  readonly what: "opened" | "received" | "sent" | "closed"
  /** The address, or what passed. */
  readonly text: string
}

const TELLING = `globalThis.WebSocket = class extends WebSocket {
  #tell
  constructor(...given) {
    super(...given)
    const socket = String(Math.random())
    this.#tell = (what, text) => void tellOfSocket({ socket, what, text: String(text) })
    this.#tell("opened", this.url)
    this.addEventListener("message", ({ data }) => this.#tell("received", data))
    this.addEventListener("close", () => this.#tell("closed", ""))
  }
  send(data) {
    this.#tell("sent", data)
    super.send(data)
  }
}`

/** Those that the page opens from its next document on, as they come; read it whenever it is looked at. */
export const socketsOf = async (page: Page): Promise<ReadonlyArray<PageSocket>> => {
  const byName = new Map<
    string,
    { url: string; isClosed: boolean; received: Array<string>; sent: Array<string> }
  >()
  const all: Array<PageSocket> = []
  await page.exposeFunction("tellOfSocket", ({ socket, what, text }: Told) => {
    if (what === "opened") {
      const opened = { url: text, isClosed: false, received: [], sent: [] }
      byName.set(socket, opened)
      all.push(opened)
      return
    }
    const told = byName.get(socket)
    if (told === undefined) throw new Error("a socket that was never opened")
    if (what === "closed") told.isClosed = true
    else told[what].push(text)
  })
  await page.addInitScript(TELLING)
  return all
}
