/**
 * Asks for the page again and again: a desk that holds the performer waits at the server for the next version
 * (`?after=`), another one asks again after `data-every` milliseconds.
 */
import { RefreshStatus, type RefreshState } from "./refresh-status.ts"
import { LiveParts } from "./live-parts.ts"
import { dataOf, requireElement, showText } from "./page.ts"

/** Longer than the server waits for another version. */
const TIMEOUT_MS = 40_000
const RETRY_MS = 2_000

export const parsePage = async (response: Response): Promise<Document> =>
  new DOMParser().parseFromString(await response.text(), "text/html")

/** A pause that can be ended early. */
class Pause {
  #end: () => void = () => undefined

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  end(): void {
    this.#end()
  }
}

export class PageRefresh {
  readonly #desk: HTMLElement
  readonly #connection: HTMLElement
  readonly #parts: LiveParts
  readonly #notice = new RefreshStatus()
  readonly #pause = new Pause()

  constructor(desk: HTMLElement) {
    this.#desk = desk
    this.#connection = requireElement("connection", HTMLElement)
    this.#parts = new LiveParts(dataOf(this.#connection, "gone"))
  }

  /** Runs as long as the page is there. */
  async run(): Promise<void> {
    for (;;) {
      let pauseMs = RETRY_MS
      try {
        await this.#refresh()
        pauseMs = Number(this.#desk.dataset["every"])
      } catch {
        this.#show(this.#notice.failed())
      }
      await this.#pause.wait(pauseMs)
    }
  }

  /** Ends the pause between two requests. */
  now(): void {
    this.#pause.end()
  }

  async #refresh(): Promise<void> {
    const address = new URL(location.href)
    // After a failure the first answer is wanted at once.
    if (!this.#notice.isLost) address.searchParams.set("after", dataOf(this.#desk, "version"))
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    // The session is over: the server shows where to log in.
    if (response.status === 403) {
      location.reload()
      return
    }
    const fetched = response.ok ? (await parsePage(response)).getElementById("desk") : null
    if (fetched === null) throw new Error(String(response.status))
    this.#desk.dataset["version"] = dataOf(fetched, "version")
    this.#desk.dataset["every"] = dataOf(fetched, "every")
    this.#parts.update(fetched)
    this.#show(this.#notice.answered(performance.now()))
  }

  #show(notice: RefreshState): void {
    const texts: Readonly<Record<RefreshState, string>> = {
      none: "",
      lost: dataOf(this.#connection, "lost"),
      restored: dataOf(this.#connection, "again"),
    }
    showText(this.#connection, texts[notice])
  }
}
