/**
 * The mark of a payment method: the picture that the wallet names, or a neutral sign where it cannot be shown. The
 * method's name stands beside it, so a screen reader gets nothing here.
 */
import { CreditCard } from "lucide-react"
import { useState } from "react"
import type { PaymentOption } from "@foldcast/contracts/stream/wallet"

export interface PaymentMethodMarkProps {
  readonly method: Pick<PaymentOption, "image">
  /** CSS pixels of either side. */
  readonly size: number
}

export function PaymentMethodMark({ method: { image }, size }: PaymentMethodMarkProps) {
  const [missing, setMissing] = useState<string | null>(null)
  if (image === "" || missing === image) {
    return <CreditCard size={size} strokeWidth={1.5} aria-hidden="true" className="method-mark" />
  }
  return (
    <img
      src={image}
      alt=""
      width={size}
      height={size}
      className="method-mark"
      onError={() => {
        setMissing(image)
      }}
    />
  )
}
