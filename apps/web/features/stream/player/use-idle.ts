/**
 * Whether nothing has moved, touched or typed within the stage for a while: then the controls over the picture fade.
 * They stay for whoever has the focus among them (player.css).
 */
import { type RefObject, useEffect, useState } from "react"

const IDLE_MS = 3_000
const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"] as const

export const useIdle = (player: RefObject<HTMLElement | null>): boolean => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const area = player.current?.closest(".stage") ?? player.current
    if (area === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stir = () => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => {
        setIdle(true)
      }, IDLE_MS)
    }
    stir()
    for (const sign of SIGNS) area.addEventListener(sign, stir)
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) area.removeEventListener(sign, stir)
    }
  }, [player])
  return isIdle
}
