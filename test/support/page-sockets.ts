/**
 * A page's WebSockets and their text messages, reported by the page itself: Firefox's protocol (WebDriver BiDi)
 * reports neither.
 */
import type { Page } from "playwright-core"

export interface PageSocket {
  readonly url: string
  /** Closed while the page was open; a socket that ends with its page reports nothing. */
  readonly isClosed: boolean
  readonly received: ReadonlyArray<string>
  readonly sent: ReadonlyArray<string>
}

interface Told {
  readonly socket: string
  readonly what: "opened" | "received" | "sent" | "closed"
  /** The address, or the message. */
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

/** Sockets opened from the page's next document on. The list grows; read it again for new ones. */
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
