/** One task of the settings: a heading and its content. */
import { type ReactNode, useId } from "react"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"

export interface SettingRowProps {
  readonly heading: string
  readonly lead?: string
  readonly isDangerous?: boolean
  readonly children: ReactNode
}

export function SettingRow({ heading, lead, isDangerous = false, children }: SettingRowProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames("settings-card ui-raised", isDangerous && "settings-card--danger")}
    >
      <h2 id={id} tabIndex={-1} className="settings-card__heading">
        {heading}
      </h2>
      {lead !== undefined && <p className="settings-card__lead">{lead}</p>}
      {children}
    </section>
  )
}

/** The current value, above the form that changes it. */
export function CurrentValue({
  term,
  value,
  loadingLabel,
}: {
  readonly term: string
  /** Null until it is known. */
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
