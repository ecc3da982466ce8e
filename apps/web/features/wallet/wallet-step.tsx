/** One step of buying: its heading with its number, and what is chosen from. */
import type { ReactNode, Ref } from "react"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"

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
      <h3 id={heading} className="wallet-step__title">
        <span className="wallet-step__number">{`${m.wallet_step_number({ step })} `}</span>
        <TextRun>{title}</TextRun>
      </h3>
      {children}
    </section>
  )
}
