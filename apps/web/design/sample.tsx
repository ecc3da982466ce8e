/** How components are laid out on the page of all components: a group, and in it a sample of each state. */
import type { ReactNode } from "react"

export interface DesignGroup {
  /** In the address, and the name of the group's picture in docs/design. */
  readonly id: string
  readonly name: string
  readonly Samples: () => ReactNode
}

export interface SampleProps {
  readonly state: string
  readonly children: ReactNode
}

export function Sample({ state, children }: SampleProps) {
  return (
    <div className="design-sample">
      <div className="design-sample__component">{children}</div>
      <p className="design-sample__state">{state}</p>
    </div>
  )
}
