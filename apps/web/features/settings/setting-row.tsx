/** A row of the settings: the setting's name, its present value, what changes it, and what follows below. */
import { type ReactNode, type Ref, useId } from "react"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"

export interface SettingRowProps {
  readonly heading: string
  readonly value?: ReactNode
  /** The one button or link of the row. */
  readonly action?: ReactNode
  readonly lead?: string
  readonly isDangerous?: boolean
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLElement>
  /** By which links lead to the row. */
  readonly anchor?: string
}

export function SettingRow({
  heading,
  value,
  action,
  lead,
  isDangerous = false,
  children,
  ref,
  anchor,
}: SettingRowProps) {
  const id = useId()
  return (
    <section
      ref={ref}
      id={anchor}
      aria-labelledby={id}
      className={classNames("settings-row", isDangerous && "settings-row--danger")}
    >
      <h2 id={id} tabIndex={-1} className="settings-row__heading">
        {heading}
      </h2>
      {value !== undefined && <div className="settings-row__value">{value}</div>}
      {action !== undefined && <div className="settings-row__action">{action}</div>}
      {lead !== undefined && <p className="settings-row__lead">{lead}</p>}
      {children}
    </section>
  )
}

/** The present value; its term, which the row's heading shows, is for screen readers. */
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
    <dl>
      <dt>
        <VisuallyHidden>{term}</VisuallyHidden>
      </dt>
      <dd>
        <TextRun>{value ?? loadingLabel}</TextRun>
      </dd>
    </dl>
  )
}
