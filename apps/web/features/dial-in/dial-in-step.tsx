/** One step of paying by a phone call: its heading with its number, and what there is to do. */
import type { ReactNode } from "react"
import { StepHeading } from "../site/step-heading.tsx"

export interface DialInStepProps {
  readonly step: 1 | 2
  readonly title: string
  readonly children: ReactNode
}

export function DialInStep({ step, title, children }: DialInStepProps) {
  return (
    <section className="dial-in__step">
      <StepHeading step={step} title={title} />
      {children}
    </section>
  )
}
