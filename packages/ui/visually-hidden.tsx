/** Text for screen readers only. */
import type { ReactNode } from "react"
import "./visually-hidden.css"

export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="ui-visually-hidden">{children}</span>
}
