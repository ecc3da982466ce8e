/**
 * A window is no part of what fills the screen, and would be there unseen: where one opens, the page comes back.
 * Callers: the windows.
 */
import { useEffect } from "react"

export const useWholePage = (isOpen: boolean): void => {
  useEffect(() => {
    if (isOpen && document.fullscreenElement !== null) void document.exitFullscreen()
  }, [isOpen])
}
