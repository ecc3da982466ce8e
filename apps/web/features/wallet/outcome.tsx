/** One state of a payment that fills the wallet's body: icon, heading, text and the next actions. */
import type { LucideIcon } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import { TextRun } from "@foldcast/ui/text-run.tsx"

export interface OutcomePanelProps {
  readonly tone: "waiting" | "success" | "neutral" | "danger" | "warning"
  readonly icon: LucideIcon | null
  readonly title: string
  readonly text: string
  /** What paper alone shows, above the text. */
  readonly letterhead?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Focuses its heading on mount: the element that had the focus is gone, and the heading is the new content. */
export function OutcomePanel(props: OutcomePanelProps) {
  const { tone, icon: Icon, title, text, letterhead, children, actions } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <div
      className={`wallet-body outcome outcome--${tone}`}
      role={tone === "danger" ? "alert" : "status"}
    >
      {Icon === null ? (
        <span className="outcome__pulse" aria-hidden="true" />
      ) : (
        <Icon size={48} strokeWidth={1.75} aria-hidden="true" className="outcome__icon" />
      )}
      <h3 ref={heading} tabIndex={-1} className="outcome__title">
        <TextRun>{title}</TextRun>
      </h3>
      {letterhead}
      <p>
        <TextRun>{text}</TextRun>
      </p>
      {children}
      {actions !== undefined && <div className="outcome__actions">{actions}</div>}
    </div>
  )
}
