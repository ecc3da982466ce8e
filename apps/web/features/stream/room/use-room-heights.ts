/**
 * Tells the styles what they cannot know of a room on a phone: the height that its keyboard leaves, where it lies over
 * the page instead of making it smaller; the height of the picture with the tabs, and that of the field to write in with
 * the actions and notes above it. Notices stand between the two (stream.css).
 */
import { type RefObject, useEffect } from "react"

/** What stands above the conversation, and what is pressed and written below it. */
const PARTS = {
  "--room-start": ".stream__main, [role=tablist]",
  "--room-end": ".room-notes > *, .actions, .chat__editor",
} as const
const ALL_PARTS = Object.values(PARTS).join()

const useScreenHeight = () => {
  useEffect(() => {
    const { visualViewport } = globalThis
    if (visualViewport === null) return
    const { style } = document.documentElement
    const read = () => {
      // A page that is enlarged by two fingers is not shorter.
      const isCovered = visualViewport.scale === 1 && visualViewport.height < innerHeight - 1
      if (isCovered) style.setProperty("--screen", `${visualViewport.height}px`)
      else style.removeProperty("--screen")
    }
    read()
    visualViewport.addEventListener("resize", read)
    return () => {
      visualViewport.removeEventListener("resize", read)
      style.removeProperty("--screen")
    }
  }, [])
}

const usePartHeights = (box: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const { style } = document.documentElement
    const read = () => {
      for (const [property, selector] of Object.entries(PARTS)) {
        const parts = [...current.querySelectorAll<HTMLElement>(selector)]
        const height = parts.reduce((sum, part) => sum + part.offsetHeight, 0)
        style.setProperty(property, `${height}px`)
      }
    }
    const sizes = new ResizeObserver(read)
    const observe = () => {
      sizes.disconnect()
      for (const part of current.querySelectorAll(ALL_PARTS)) sizes.observe(part)
      read()
    }
    // They come with the room and go with it, each as a child of the box or of the conversation.
    const parts = new MutationObserver(observe)
    parts.observe(current, { childList: true })
    for (const child of current.querySelectorAll(".recovery, .chat, .room-notes")) {
      parts.observe(child, { childList: true })
    }
    observe()
    return () => {
      parts.disconnect()
      sizes.disconnect()
      for (const property of Object.keys(PARTS)) style.removeProperty(property)
    }
  }, [box])
}

export const useRoomHeights = (box: RefObject<HTMLElement | null>): void => {
  useScreenHeight()
  usePartHeights(box)
}
