/** A page without content yet: a sentence, one action, and what it offers instead. */
import type { ReactNode } from "react"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import "./empty-state.css"

export interface EmptyStateProps {
  readonly heading: string
  readonly text: string
  readonly action?: ReactNode
  /** Over the whole width, below the action. */
  readonly children?: ReactNode
}

export function EmptyState({ heading, text, action, children }: EmptyStateProps) {
  return (
    <section className="empty-state ui-raised">
      <h2>
        <TextRun>{heading}</TextRun>
      </h2>
      <p>
        <TextRun>{text}</TextRun>
      </p>
      {action}
      {children}
    </section>
  )
}
