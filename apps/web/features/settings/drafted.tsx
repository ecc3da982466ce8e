/**
 * A form of a page that the server has rendered, where nobody knows what this tab has kept: it begins
 * empty, as it was rendered, and begins anew with the draft if there is one.
 */
import { Fragment, type ReactNode, useEffect, useState } from "react"
import { useRuntime } from "../../runtime/react.tsx"

export interface DraftedProps<Name extends string> {
  readonly draft: string
  readonly kept: ReadonlyArray<Name>
  /** Given what may be kept: nothing until the document lives. */
  readonly children: (kept: ReadonlyArray<Name>) => ReactNode
}

export function Drafted<Name extends string>({ draft, kept, children }: DraftedProps<Name>) {
  const { drafts } = useRuntime()
  const [phase, setPhase] = useState<"rendered" | "empty" | "restored">("rendered")
  useEffect(() => {
    setPhase(drafts.read(draft) === null ? "empty" : "restored")
  }, [draft, drafts])
  return (
    <Fragment key={phase === "restored" ? "restored" : "empty"}>
      {children(phase === "rendered" ? [] : kept)}
    </Fragment>
  )
}
