/** A page without content yet: a sentence and one action. */
import type { ReactNode } from "react"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import "./empty-state.css"

export interface EmptyStateProps {
  readonly heading: string
  readonly text: string
  readonly action?: ReactNode
}

export function EmptyState({ heading, text, action }: EmptyStateProps) {
  return (
    <section className="empty-state">
      <h2>
        <TextRun>{heading}</TextRun>
      </h2>
      <p>
        <TextRun>{text}</TextRun>
      </p>
      {action}
    </section>
  )
}
