/** Leaves full screen when a window opens: the window is outside the full-screen element and would be invisible. */
import { useEffect } from "react"
import { filledScreen } from "./filled-screen.ts"

export const useWholePage = (isOpen: boolean): void => {
  useEffect(() => {
    if (isOpen && filledScreen() !== null) void document.exitFullscreen()
  }, [isOpen])
}
