/**
 * Waits until no window stands over the page any more, and until the last one has given the focus back, which it
 * does with the first picture without it. However long a slow device takes for that: whoever moved the focus before
 * would be in its way. Answers how to wait no longer.
 */
export const afterDialogsClose = (run: () => void): (() => void) => {
  let frame = 0
  const look = () => {
    if (document.querySelector(".ui-overlay") !== null) return
    windows.disconnect()
    // Asked for after the window's own, so it comes after it.
    frame = requestAnimationFrame(run)
  }
  const windows = new MutationObserver(look)
  windows.observe(document.body, { childList: true })
  look()
  return () => {
    windows.disconnect()
    cancelAnimationFrame(frame)
  }
}
