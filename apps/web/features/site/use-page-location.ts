/**
 * The address of the page that a component stands on. The router's own is the next page's as soon as somebody is on
 * the way there; until that page is here, this one is still looked at and must stay what it is.
 */
import { type ParsedLocation, useLocation, useMatch } from "@tanstack/react-router"
import { useState } from "react"

const withoutEnd = (path: string) => path.replace(/\/$/u, "")

export const usePageLocation = (): ParsedLocation => {
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const location = useLocation()
  const [shown, setShown] = useState(location)
  if (location === shown || withoutEnd(location.pathname) !== withoutEnd(path)) return shown
  setShown(location)
  return location
}
