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
