/** A button for what costs something by the minute: what it does, and under it the price in short. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatMoney } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { creditCents } from "./credit-price.ts"
import { MemberButton, type MemberButtonProps } from "./member-button.tsx"

export interface OfferButtonProps extends Omit<MemberButtonProps, "children"> {
  readonly creditsPerMinute: number
  readonly icon?: ReactNode
  readonly children: string
}

/** The price is no part of its name: it is described by the whole terms. */
export function OfferButton({ creditsPerMinute, icon, children, ...rest }: OfferButtonProps) {
  const locale = useLocale()
  return (
    <MemberButton {...rest}>
      {icon}
      <span className="offer__lines">
        <TextRun>{children}</TextRun>
        <span className="offer__short tabular" aria-hidden="true">
          <TextRun>
            {m.offer_price({
              credits: formatCount(creditsPerMinute, locale),
              price: formatMoney(creditCents(creditsPerMinute), locale),
            })}
          </TextRun>
        </span>
      </span>
    </MemberButton>
  )
}
