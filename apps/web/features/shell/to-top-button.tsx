/** A button back to the top, shown after scrolling far down a long page. The focus moves too. */
"use no memo"

import { ArrowUp } from "lucide-react"
import { useEffect, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { browserScroll, scrollToTop } from "../../runtime/scroll-to-top.ts"

/** The button shows after this many screen heights. */
const AFTER_SCREENS = 1.5

const useIsFarDown = (): boolean => {
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    const look = () => {
      setFar(scrollY > innerHeight * AFTER_SCREENS)
    }
    addEventListener("scroll", look, { passive: true })
    return () => {
      removeEventListener("scroll", look)
    }
  }, [])
  return isFar
}

export function ToTopButton() {
  if (!useIsFarDown()) return null
  return (
    <div className="site-to-top">
      <IconButton
        label={m.site_to_top()}
        onPress={() => {
          document.querySelector("h1")?.focus({ preventScroll: true })
          scrollToTop(browserScroll)
        }}
      >
        <ArrowUp size={22} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
