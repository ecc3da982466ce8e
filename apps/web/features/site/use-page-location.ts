/**
 * The address of the page that a component belongs to. During a navigation the router already has the next page's
 * address; until that page shows, the current page must keep its own.
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
