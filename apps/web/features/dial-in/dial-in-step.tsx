/** One step of paying by a phone call: its heading with its number, and what there is to do. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"

export interface DialInStepProps {
  readonly step: 1 | 2
  readonly title: string
  readonly children: ReactNode
}

export function DialInStep({ step, title, children }: DialInStepProps) {
  return (
    <section className="dial-in__step">
      <h3 className="dial-in__heading">
        <span className="dial-in__number-of-step">{`${m.wallet_step_number({ step })} `}</span>
        <TextRun>{title}</TextRun>
      </h3>
      {children}
    </section>
  )
}
