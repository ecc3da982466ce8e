/** The page's frame for every component: its language, brand and origin. */
import { createContext, type ReactNode, useContext } from "react"
import type { Locale } from "@foldcast/contracts/units"
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
