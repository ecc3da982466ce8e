/** The heading of one step of paying, with its number. */
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import "./step-heading.css"

export interface StepHeadingProps {
  readonly step: 1 | 2
  readonly title: string
  readonly id?: string
}

export function StepHeading({ step, title, id }: StepHeadingProps) {
  return (
    <h3 id={id} className="step-heading">
      <span className="step-heading__number">{`${m.wallet_step_number({ step })} `}</span>
      <TextRun>{title}</TextRun>
    </h3>
  )
}
