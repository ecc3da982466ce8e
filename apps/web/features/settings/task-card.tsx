/** One task of the settings: a heading and what is done under it. */
import { type ReactNode, useId } from "react"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"

export interface TaskCardProps {
  readonly heading: string
  readonly lead?: string
  readonly isDangerous?: boolean
  readonly children: ReactNode
}

export function TaskCard({ heading, lead, isDangerous = false, children }: TaskCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames("settings-card", isDangerous && "settings-card--danger")}
    >
      <h2 id={id} tabIndex={-1} className="settings-card__heading">
        {heading}
      </h2>
      {lead !== undefined && <p className="settings-card__lead">{lead}</p>}
      {children}
    </section>
  )
}

/** What applies now, above the form that changes it. */
export function CurrentValue({
  term,
  value,
  loadingLabel,
}: {
  readonly term: string
  /** Null while it is not known yet. */
  readonly value: string | null
  readonly loadingLabel: string
}) {
  return (
    <dl className="settings-current">
      <dt>{term}</dt>
      <dd className="settings-current__value">
        <TextRun>{value ?? loadingLabel}</TextRun>
      </dd>
    </dl>
  )
}
