/**
 * A text in an element of its own, and another text in another element. Page translators and others put their own nodes
 * in the place of a text's, or answer late for a text that is gone. React replaces the element, whatever is in it
 * (ADR 0047). Needed where a text stands beside anything else, and where it changes while its surroundings stay.
 */
"use no memo"

import { Children, type ReactNode } from "react"

export function TextRun({ children }: { readonly children: string | null }) {
  return children === null ? null : <span key={children}>{children}</span>
}

/** Of what a component is given: its texts as runs, all else as it is. It does not look into fragments. */
export const withTextRuns = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === "string" || typeof child === "number" ? (
      <TextRun>{String(child)}</TextRun>
    ) : (
      child
    ),
  )
