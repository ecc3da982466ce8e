/**
 * Step 2: the payment methods as tiles, so that a preselected one is in view when the wallet opens. Some methods have
 * options of their own to choose from; none of those is preselected.
 */
import { type Ref, useEffect, useEffectEvent, useId, useRef } from "react"
import type { PaymentOption } from "@foldcast/contracts/stream/wallet"
import { chosenMethod } from "@foldcast/folds/wallet"
import { m } from "@foldcast/messages/messages"
import { RadioCard, RadioCards } from "@foldcast/ui/radio-cards.tsx"
import { SelectField } from "@foldcast/ui/select-field.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { selectWallet } from "../site/selectors.ts"
import { PaymentMethodMark } from "./payment-method-mark.tsx"
import { paymentMethodName } from "./payment-method-name.ts"
import { WalletStep } from "./wallet-step.tsx"

/** The options of a method that was just chosen may appear below the footer's edge, out of view. */
function SubOptionChoice({ method }: { readonly method: PaymentOption }) {
  const { dispatch } = useRuntime()
  const { basket } = useSite(selectWallet)
  const select = useRef<HTMLSelectElement>(null)
  const show = useEffectEvent(() => {
    if (basket?.subOptionId === null) select.current?.scrollIntoView({ block: "center" })
  })
  useEffect(() => {
    show()
  }, [method.id])
  return (
    <SelectField
      ref={select}
      label={m.wallet_sub_option()}
      placeholder={m.wallet_sub_option_none()}
      value={basket?.subOptionId ?? null}
      options={method.subOptions.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(subOptionId) => {
        dispatch({ _tag: "PaymentMethodChosen", id: method.id, subOptionId })
      }}
    />
  )
}

export interface MethodChoiceProps {
  readonly options: ReadonlyArray<PaymentOption>
  readonly ref: Ref<HTMLElement>
}

export function MethodChoice({ options, ref }: MethodChoiceProps) {
  const { dispatch } = useRuntime()
  const method = useSite(chosenMethod)
  const heading = useId()
  return (
    <WalletStep ref={ref} step={2} heading={heading} title={m.wallet_step_method()}>
      <RadioCards
        className="method-cards"
        aria-labelledby={heading}
        value={method?.id ?? null}
        onChange={(id) => {
          dispatch({ _tag: "PaymentMethodChosen", id })
        }}
      >
        {options.map((option) => (
          <RadioCard key={option.id} value={option.id} className="method-card">
            <PaymentMethodMark method={option} size={32} />
            <span className="method-card__name" translate="no">
              {paymentMethodName(option)}
            </span>
          </RadioCard>
        ))}
      </RadioCards>
      {method !== null && method.subOptions.length > 0 && <SubOptionChoice method={method} />}
    </WalletStep>
  )
}
