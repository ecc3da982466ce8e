/**
 * A form on a server-rendered page. The server does not know this tab's draft, so the form first renders empty; if
 * there is a draft, it mounts again with it.
 */
import { Fragment, type ReactNode, useEffect, useState } from "react"
import { useRuntime } from "../../runtime/react.tsx"

export interface DraftedProps<Name extends string> {
  readonly draft: string
  readonly kept: ReadonlyArray<Name>
  /** Receives the fields that may be kept: none until hydration. */
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
