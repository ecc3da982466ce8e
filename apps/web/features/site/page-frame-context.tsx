/** The page's frame as a context for every component: its language, brand and origin. */
"use no memo"

import { createContext, type ReactNode, useContext } from "react"
import type { Locale } from "@foldcast/contracts/units"
import { isPageOn } from "@foldcast/rules/page-access"
import type { PageName } from "@foldcast/rules/page-routes"
import type { PageFrame } from "../../page-frame.ts"

const FrameContext = createContext<PageFrame | null>(null)

export function PageFrameProvider({
  frame,
  children,
}: {
  readonly frame: PageFrame
  readonly children: ReactNode
}) {
  return <FrameContext value={frame}>{children}</FrameContext>
}

export const usePageFrame = (): PageFrame => {
  const frame = useContext(FrameContext)
  if (frame === null) throw new Error("there is no PageFrameProvider above this component")
  return frame
}

export const useLocale = (): Locale => usePageFrame().locale

/** Whether the brand has a page switched on. Links never lead to a page that is switched off. */
export const useIsPageOn = (): ((page: PageName) => boolean) => {
  const { brand, locale } = usePageFrame()
  return (page) => isPageOn(page, locale, brand.disabledRoutes)
}
