/** What one chooses with: pills, boxes, cards and tabs, chosen and not. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Checkbox } from "@foldcast/ui/checkbox.tsx"
import { ChoicePill, ChoicePills } from "@foldcast/ui/choice-pills.tsx"
import { RadioCard, RadioCards } from "@foldcast/ui/radio-cards.tsx"
import { Tabs } from "@foldcast/ui/tabs.tsx"
import { Sample } from "./sample.tsx"

function Pills() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(["private"]))
  const names = { free: m.status_free(), private: m.stream_join_private(), toy: m.status_toy() }
  return (
    <ChoicePills label={m.filters_chosen()}>
      {Object.entries(names).map(([value, text]) => (
        <ChoicePill
          key={value}
          value={value}
          text={text}
          isChosen={chosen.has(value)}
          onChange={(changed, isChosen) => {
            setChosen((before) => {
              const next = new Set(before)
              if (isChosen) next.add(changed)
              else next.delete(changed)
              return next
            })
          }}
        />
      ))}
    </ChoicePills>
  )
}

const words = [m.help_credits_what, m.help_private, m.help_vip] as const

function Cards() {
  const [chosen, setChosen] = useState("1")
  return (
    <>
      <h4 id="design-cards">{m.wallet_step_method()}</h4>
      <RadioCards aria-labelledby="design-cards" value={chosen} onChange={setChosen}>
        <RadioCard value="1">{m.payment_method_ideal()}</RadioCard>
        <RadioCard value="2">{m.payment_method_bancontact()}</RadioCard>
        <RadioCard value="3" isDisabled>
          {m.payment_method_creditcard()}
        </RadioCard>
      </RadioCards>
    </>
  )
}

export function ChoiceSamples() {
  return (
    <>
      <Sample state="pills, one chosen">
        <Pills />
      </Sample>
      <Sample state="box">
        <Checkbox>{m.tip_public()}</Checkbox>
      </Sample>
      <Sample state="box, ticked">
        <Checkbox defaultSelected>{m.tip_public()}</Checkbox>
      </Sample>
      <Sample state="box, disabled">
        <Checkbox isDisabled>{m.tip_public()}</Checkbox>
      </Sample>
      <Sample state="cards, one chosen">
        <Cards />
      </Sample>
      <Sample state="tabs">
        <Tabs
          label={m.help_title()}
          tabs={words.map((text, at) => ({
            id: String(at),
            label: m.wallet_step_number({ step: at + 1 }),
            content: <p>{text()}</p>,
          }))}
        />
      </Sample>
    </>
  )
}
