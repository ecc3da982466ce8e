/**
 * The bank's tab: opened blank inside the click, pointed at the bank later, closed when the payment has
 * ended (WALLET-24, WALLET-25, WALLET-31). One at a time.
 */
import { newUuid } from "./uuid.ts"

export interface PayWindow {
  /** Opens the tab; `blocked` where the browser did not let it. */
  readonly open: (loadingText: string) => "opened" | "blocked"
  readonly point: (url: string) => void
  readonly close: () => void
}

/** The broadcast channel between a returned bank's tab and the document that opened it. */
const CHANNEL = "pay-window"
/** In the session storage of the bank's tab: the tab that opened it. */
const MARK = "pay-window"
/** In the storage of the opening tab: its name for bank's tabs, kept over a reload. */
const SENDER = "pay-window-sender"

type Message = { readonly k: "returned" | "close"; readonly id: string }

const post = (channel: BroadcastChannel, message: Message) => {
  // A broadcast channel reaches its own origin alone, and knows no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
}

/** Without storage the bank's tab stays on the site when it comes back, where its visitor can close it. */
const kept = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const keep = (key: string, value: string | null) => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Kept nowhere; see `kept`.
  }
}

/**
 * A tab that a document opens begins with a copy of its storage, so the mark is there for the length of
 * the opening. Written into the new tab's storage instead, it can be overtaken by that copy and lost.
 */
const openMarked = (id: string): Window | null => {
  keep(MARK, id)
  const opened = window.open("", "_blank")
  keep(MARK, null)
  return opened
}

/**
 * For a document in a bank's tab that has come back to the site: closes it, if the document that sent it
 * out is still there to show how the payment ended. On the way back the two lose hold of each other
 * (Cross-Origin-Opener-Policy), so they talk, and the tab closes itself.
 */
export const closeReturnedPayWindow = (): void => {
  const id = kept(MARK)
  if (id === null) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.k === "close" && data.id === id) window.close()
  })
  post(channel, { k: "returned", id })
}

/** Answers bank's tabs that come back to the tab of this name. */
const receiveReturned = (id: string): string => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.k === "returned" && data.id === id) {
      post(channel, { k: "close", id })
    }
  })
  return id
}

/** The name of a tab that sent out a bank's tab before it was reloaded; a bank's tab has only a copy of one. */
const senderBefore = (): string | null => {
  if (kept(MARK) === null) return kept(SENDER)
  keep(SENDER, null)
  return null
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
  const before = senderBefore()
  let receiving = before === null ? null : receiveReturned(before)
  let watch: ReturnType<typeof setInterval> | undefined

  const forget = () => {
    clearInterval(watch)
    tab = null
  }

  return {
    open: (loadingText) => {
      tab?.close()
      forget()
      receiving ??= receiveReturned(newUuid())
      keep(SENDER, receiving)
      const opened = openMarked(receiving)
      if (opened === null) return "blocked"
      tab = opened
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
      // The tab keeps its opener: only an opener may close it again (ADR 0008), and the gateway lets nobody
      // be sent to a host it was not told of.
      tab.location.replace(url)
    },
    close: () => {
      tab?.close()
      forget()
    },
  }
}
