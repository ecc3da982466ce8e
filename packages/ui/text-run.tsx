/**
 * A text in an element of its own; a changed text gets a new element. Page translators and similar tools
 * replace text nodes with their own, or update a text that is already gone; React then replaces the whole
 * element, whatever it contains (ADR 0047). Needed for a text beside other content, and for a text that changes
 * while its surroundings stay.
 */
"use no memo"

import { Children, type ReactNode } from "react"

export function TextRun({ children }: { readonly children: string | null }) {
  return children === null ? null : <span key={children}>{children}</span>
}

/** Wraps the texts of a component's children in runs and leaves the rest. Does not look into fragments. */
export const withTextRuns = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === "string" || typeof child === "number" ? (
      <TextRun>{String(child)}</TextRun>
    ) : (
      child
    ),
  )
