/** Scrolls the field that is written in back into view when a phone's keyboard opens or closes. */
import { type RefObject, useEffect } from "react"

export const useVisibleField = (field: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const keep = () => {
      const { current } = field
      if (current !== null && document.activeElement === current) {
        current.scrollIntoView({ block: "end" })
      }
    }
    visualViewport?.addEventListener("resize", keep)
    return () => {
      visualViewport?.removeEventListener("resize", keep)
    }
  }, [field])
}
