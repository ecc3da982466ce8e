/**
 * The bank's tab: opened blank inside the click, pointed at the bank later, closed when the payment has
 * ended (product spec, section 4; decisions, 88). One at a time.
 */
export interface PayWindow {
  /** Opens the tab; `blocked` where the browser did not let it. */
  readonly open: (loadingText: string) => "opened" | "blocked"
  readonly point: (url: string) => void
  readonly close: () => void
}

/** Where a bank's tab that has come back finds the document that sent it out. */
const CHANNEL = "pay-window"
/** In the bank's tab's own session storage: who sent it out. */
const MARK = "pay-window"

type Message = { readonly k: "returned" | "close"; readonly id: string }

const post = (channel: BroadcastChannel, message: Message) => {
  // A broadcast channel reaches its own origin alone, and knows no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
}

/** The blank tab's storage is the site's and its own: no other tab of the site sees the mark. */
const mark = (tab: Window, id: string) => {
  try {
    tab.sessionStorage.setItem(MARK, id)
  } catch {
    // Without storage the tab stays on the site when it comes back, where its visitor can close it.
  }
}

const ownMark = (): string | null => {
  try {
    return sessionStorage.getItem(MARK)
  } catch {
    return null
  }
}

/**
 * For a document in a bank's tab that has come back to the site: closes it, if the document that sent it
 * out is still there to show how the payment ended. On the way back the two lose hold of each other
 * (Cross-Origin-Opener-Policy), so they talk, and the tab closes itself.
 */
export const closeReturnedPayWindow = (): void => {
  const id = ownMark()
  if (id === null) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.k === "close" && data.id === id) window.close()
  })
  post(channel, { k: "returned", id })
}

/** Answers tabs of this document's that come back. */
const receiveReturned = (): { readonly id: string } => {
  const id = crypto.randomUUID()
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.k === "returned" && data.id === id) {
      post(channel, { k: "close", id })
    }
  })
  return { id }
}

/** Milliseconds between two looks at whether the visitor closed the tab. */
const WATCH_EVERY_MS = 500

/** Text in the blank tab; as text, never as markup. */
const fill = (tab: Window, text: string) => {
  tab.document.title = text
  const line = tab.document.createElement("p")
  line.textContent = text
  line.style.cssText = "font: 1.125rem system-ui, sans-serif; margin: 20vh auto; text-align: center"
  tab.document.body.append(line)
}

export const browserPayWindow = (closedByVisitor: () => void): PayWindow => {
  let tab: Window | null = null
  let receiving: { readonly id: string } | null = null
  let watch: ReturnType<typeof setInterval> | undefined

  const forget = () => {
    clearInterval(watch)
    tab = null
  }

  return {
    open: (loadingText) => {
      tab?.close()
      forget()
      const opened = window.open("", "_blank")
      if (opened === null) return "blocked"
      tab = opened
      receiving ??= receiveReturned()
      mark(opened, receiving.id)
      fill(opened, loadingText)
      watch = setInterval(() => {
        if (!opened.closed) return
        forget()
        closedByVisitor()
      }, WATCH_EVERY_MS)
      return "opened"
    },
    point: (url) => {
      // Closed before the bank's address was known.
      if (tab === null || tab.closed) return closedByVisitor()
      // The tab keeps its opener: only an opener may close it again (product spec, section 4), and the
      // gateway lets nobody be sent to a host it was not told of.
      tab.location.replace(url)
    },
    close: () => {
      tab?.close()
      forget()
    },
  }
}
