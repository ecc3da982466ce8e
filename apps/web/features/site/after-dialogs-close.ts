/**
 * Runs a callback after the last dialog has closed and restored the focus. A dialog restores it in the next
 * animation frame; a focus move before that would be undone. Returns a cancel function.
 */
export const afterDialogsClose = (run: () => void): (() => void) => {
  let frame = 0
  const look = () => {
    if (document.querySelector(".ui-overlay") !== null) return
    windows.disconnect()
    // Requested after the dialog's own frame, so this callback runs later.
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
