/**
 * Runs once no window is open and the last one has given the focus back, which it does in the next animation frame:
 * moving the focus before would be undone. Answers how to cancel.
 */
export const afterDialogsClose = (run: () => void): (() => void) => {
  let frame = 0
  const look = () => {
    if (document.querySelector(".ui-overlay") !== null) return
    windows.disconnect()
    // Requested after the window's own frame, so it runs after it.
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
