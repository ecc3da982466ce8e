/** The questions of the help page with their answers, whose figures come from the rules that charge. */
import {
  CREDITS_PER_MINUTE,
  MESSAGE_PRICE,
  QUICK_TIPS,
  TYPED_TIP,
} from "@foldcast/contracts/chat-rules"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { VAT_PERCENT } from "@foldcast/rules/money"
import { SITE_TERMS } from "@foldcast/rules/site-terms"

export interface HelpQuestion {
  /** Its place in the page's address: `/help#failed`. */
  readonly id: string
  readonly question: string
  /** May hold links, as every text of the site's own (content-parts.ts). */
  readonly answer: string
}

export interface HelpTopic {
  readonly heading: string
  readonly questions: ReadonlyArray<HelpQuestion>
}

const ofCredits = (locale: Locale): HelpTopic => {
  const { chat, vip } = CREDITS_PER_MINUTE
  const { guestMinutes, prepaidSeconds, vipJoinSeconds } = SITE_TERMS
  const least = Math.min(...QUICK_TIPS.map(({ amount }) => amount))
  return {
    heading: m.help_credits_heading(),
    questions: [
      {
        id: "credits",
        question: m.help_credits_what(),
        answer: m.help_credits_what_answer({ chat }),
      },
      {
        id: "free",
        question: m.help_free(),
        answer: m.help_free_answer({ guest: guestMinutes, message: MESSAGE_PRICE }),
      },
      {
        id: "private",
        question: m.help_private(),
        answer: m.help_private_answer({ chat, prepaid: prepaidSeconds }),
      },
      {
        id: "vip",
        question: m.help_vip(),
        answer: m.help_vip_answer({ vip, prepaid: prepaidSeconds, join: vipJoinSeconds }),
      },
      {
        id: "tips",
        question: m.help_tips(),
        answer: m.help_tips_answer({
          least,
          own: formatCount(TYPED_TIP.minimum, locale),
          most: formatCount(TYPED_TIP.maximum, locale),
        }),
      },
    ],
  }
}

const ofPayment = ({ features }: PublicBrand): HelpTopic => ({
  heading: m.help_pay_heading(),
  questions: [
    { id: "pay", question: m.help_pay_how(), answer: m.help_pay_how_answer({ vat: VAT_PERCENT }) },
    {
      id: "phone",
      question: m.help_pay_phone(),
      answer: features.phonePayment ? m.help_pay_phone_possible() : m.help_pay_phone_answer(),
    },
    { id: "failed", question: m.help_pay_failed(), answer: m.help_pay_failed_answer() },
    { id: "back", question: m.help_pay_back(), answer: m.help_pay_back_answer() },
  ],
})

const ofDiscretion = (brand: PublicBrand): HelpTopic => ({
  heading: m.help_discreet_heading(),
  questions: [
    {
      id: "discreet",
      question: m.help_discreet(),
      answer: m.help_discreet_answer({ descriptor: brand.name }),
    },
    { id: "video", question: m.help_trouble(), answer: m.help_trouble_answer() },
    { id: "delete", question: m.help_delete(), answer: m.help_delete_answer() },
  ],
})

export const helpTopics = (brand: PublicBrand, locale: Locale): ReadonlyArray<HelpTopic> => [
  ofCredits(locale),
  ofPayment(brand),
  ofDiscretion(brand),
]
