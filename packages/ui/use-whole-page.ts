/**
 * A window is no part of what fills the screen, and would be there unseen: where one opens, the page comes back.
 */
import { useEffect } from "react"
import { filledScreen } from "./filled-screen.ts"

export const useWholePage = (isOpen: boolean): void => {
  useEffect(() => {
    if (isOpen && filledScreen() !== null) void document.exitFullscreen()
  }, [isOpen])
}
