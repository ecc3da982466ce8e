/** A page that has nothing to show yet: a sentence and one thing to do. */
import type { ReactNode } from "react"
import "./empty-state.css"

export interface EmptyStateProps {
  readonly heading: string
  readonly text: string
  readonly action?: ReactNode
}

export function EmptyState({ heading, text, action }: EmptyStateProps) {
  return (
    <section className="empty-state">
      <h2>{heading}</h2>
      <p>{text}</p>
      {action}
    </section>
  )
}
