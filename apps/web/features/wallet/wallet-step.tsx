/** One step of buying: its heading with its number, and what is chosen from. */
import type { ReactNode, Ref } from "react"
import { StepHeading } from "../site/step-heading.tsx"

export interface WalletStepProps {
  readonly step: 1 | 2
  /** The id of its heading, which names the choice. */
  readonly heading: string
  readonly title: string
  readonly ref: Ref<HTMLElement>
  readonly children: ReactNode
}

export function WalletStep({ step, heading, title, ref, children }: WalletStepProps) {
  return (
    <section ref={ref} className="wallet-step">
      <StepHeading id={heading} step={step} title={title} />
      {children}
    </section>
  )
}
