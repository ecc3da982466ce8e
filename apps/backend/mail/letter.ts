/**
 * The content of a mail as parts without markup: the texts of its occasion in the reader's language. The subject is
 * neutral: it names no brand and nothing that was typed or bought. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMoney, formatPercentage } from "@foldcast/messages/number-formats"
import { includedVatCents, VAT_PERCENT } from "@foldcast/rules/money"
import { browserName } from "./browser-name.ts"
import type { MailBrand } from "./mail-brand.ts"
import { formatMailMoment, formatSpan } from "./mail-moment.ts"
import type { Mail } from "./mail.ts"

export interface Letter {
  readonly subject: string
  readonly text: string
  /** What a link does, and the button with it; null for a notice, which asks for nothing. */
  readonly action: {
    readonly label: string
    readonly link: string
    readonly validity: string
  } | null
  /** Facts, each a label and a value. */
  readonly rows: ReadonlyArray<readonly [label: string, value: string]>
  /** What to do if the reader did not ask for this. */
  readonly notYou: string
}

type Of<Tag extends Mail["_tag"]> = Extract<Mail, { readonly _tag: Tag }>
type Wording<Tag extends Mail["_tag"]> = (
  mail: Of<Tag>,
  brand: MailBrand,
) => Pick<Letter, "subject" | "text" | "notYou"> & Partial<Letter>

const actionOf = (mail: Of<"Verification" | "EmailChange" | "PasswordReset">, label: string) => ({
  label,
  link: mail.link,
  validity: m.mail_link_validity(
    { duration: formatSpan(mail.validForMinutes, mail.lang) },
    { locale: mail.lang },
  ),
})

const browserText = (agent: string | null, lang: Locale): string => {
  const { browser, system } = browserName(agent)
  if (browser !== null && system !== null) {
    return m.mail_browser_on_system({ browser, system }, { locale: lang })
  }
  return browser ?? system ?? m.mail_browser_unknown({}, { locale: lang })
}

const whenRow = (at: Date, lang: Locale) =>
  [m.mail_row_when({}, { locale: lang }), formatMailMoment(at, lang)] as const

/** `j…@mail.example`: enough to recognise one's own address, too little to learn another's. */
const masked = (email: string): string => {
  const at = email.lastIndexOf("@")
  return at < 1 ? "…" : `${email.slice(0, 1)}…${email.slice(at)}`
}

const sellerText = ({ name, address }: MailBrand["company"]): string =>
  address === null ? name : `${name}, ${address}`

const WORDINGS: { readonly [Tag in Mail["_tag"]]: Wording<Tag> } = {
  Verification: (mail, { name: brand }) => ({
    subject: m.mail_verification_subject({}, { locale: mail.lang }),
    text: [
      m.mail_verification_text({ brand }, { locale: mail.lang }),
      ...(mail.welcomeCredits === undefined
        ? []
        : [
            m.mail_verification_welcome(
              { credits: formatCredits(mail.welcomeCredits, mail.lang) },
              { locale: mail.lang },
            ),
          ]),
    ].join(" "),
    action: actionOf(mail, m.mail_verification_action({}, { locale: mail.lang })),
    notYou: m.mail_verification_not_you({}, { locale: mail.lang }),
  }),
  EmailChange: (mail, { name: brand }) => ({
    subject: m.mail_verification_subject({}, { locale: mail.lang }),
    text: m.mail_email_change_text({ brand, email: mail.to }, { locale: mail.lang }),
    action: actionOf(mail, m.mail_verification_action({}, { locale: mail.lang })),
    notYou: m.mail_verification_not_you({}, { locale: mail.lang }),
  }),
  EmailChangeAsked: ({ lang, newEmail }, { name: brand, company }) => ({
    subject: m.mail_email_change_asked_subject({}, { locale: lang }),
    text: m.mail_email_change_asked_text({ brand, email: masked(newEmail) }, { locale: lang }),
    notYou: m.mail_email_change_asked_not_you({ contact: company.email }, { locale: lang }),
  }),
  AddressUsed: ({ lang }, { name: brand }) => ({
    subject: m.mail_address_used_subject({}, { locale: lang }),
    text: m.mail_address_used_text({ brand }, { locale: lang }),
    notYou: m.mail_address_used_not_you({}, { locale: lang }),
  }),
  PasswordReset: (mail, { name: brand }) => ({
    subject: m.mail_password_reset_subject({}, { locale: mail.lang }),
    text: m.mail_password_reset_text({ brand }, { locale: mail.lang }),
    action: actionOf(mail, m.mail_password_reset_action({}, { locale: mail.lang })),
    notYou: m.mail_password_reset_not_you({}, { locale: mail.lang }),
  }),
  NewLogIn: ({ lang, agent, at }, { name: brand }) => ({
    subject: m.mail_new_log_in_subject({}, { locale: lang }),
    text: m.mail_new_log_in_text({ brand }, { locale: lang }),
    rows: [whenRow(at, lang), [m.mail_row_browser({}, { locale: lang }), browserText(agent, lang)]],
    notYou: m.mail_new_log_in_not_you({}, { locale: lang }),
  }),
  EmailChangedOld: ({ lang, newEmail }, { name: brand, company }) => ({
    subject: m.mail_email_changed_subject({}, { locale: lang }),
    text: m.mail_email_changed_old_text({ brand, email: masked(newEmail) }, { locale: lang }),
    notYou: m.mail_email_changed_old_not_you({ contact: company.email }, { locale: lang }),
  }),
  EmailChangedNew: ({ lang, newEmail }, { name: brand, company }) => ({
    subject: m.mail_email_changed_subject({}, { locale: lang }),
    text: m.mail_email_changed_new_text({ brand, email: newEmail }, { locale: lang }),
    notYou: m.mail_email_changed_new_not_you({ contact: company.email }, { locale: lang }),
  }),
  PasswordChanged: ({ lang, at, endedPasskeys }, { name: brand, company }) => ({
    subject: m.mail_password_changed_subject({}, { locale: lang }),
    text: [
      m.mail_password_changed_text({ brand }, { locale: lang }),
      ...(endedPasskeys === undefined
        ? []
        : [m.mail_password_changed_passkeys({}, { locale: lang })]),
    ].join(" "),
    rows: [whenRow(at, lang)],
    notYou: m.mail_password_changed_not_you({ contact: company.email }, { locale: lang }),
  }),
  PasskeyAdded: ({ lang, name, at }, { name: brand, company }) => ({
    subject: m.mail_passkey_added_subject({}, { locale: lang }),
    text: m.mail_passkey_added_text({ brand }, { locale: lang }),
    rows: [[m.mail_row_passkey({}, { locale: lang }), name], whenRow(at, lang)],
    notYou: m.mail_passkey_added_not_you({ contact: company.email }, { locale: lang }),
  }),
  PasskeyRemoved: ({ lang, name, at }, { name: brand, company }) => ({
    subject: m.mail_passkey_removed_subject({}, { locale: lang }),
    text: m.mail_passkey_removed_text({ brand }, { locale: lang }),
    rows: [[m.mail_row_passkey({}, { locale: lang }), name], whenRow(at, lang)],
    notYou: m.mail_passkey_removed_not_you({ contact: company.email }, { locale: lang }),
  }),
  Purchase: ({ lang, credits, amountCents, at, transactionId }, { company }) => ({
    subject: m.mail_purchase_subject({}, { locale: lang }),
    text: m.mail_purchase_text({}, { locale: lang }),
    rows: [
      [m.mail_row_order({}, { locale: lang }), formatCredits(credits, lang)],
      [m.mail_row_amount({}, { locale: lang }), formatMoney(amountCents, lang)],
      [
        m.mail_row_vat({ percentage: formatPercentage(VAT_PERCENT, lang) }, { locale: lang }),
        formatMoney(includedVatCents(amountCents), lang),
      ],
      whenRow(at, lang),
      [m.mail_row_reference({}, { locale: lang }), transactionId],
      [m.mail_row_seller({}, { locale: lang }), sellerText(company)],
    ],
    notYou: m.mail_purchase_not_you({ contact: company.email }, { locale: lang }),
  }),
  Withdrawal: ({ lang, credits, amountCents, at, transactionId }, { company }) => ({
    subject: m.mail_withdrawal_subject({}, { locale: lang }),
    text: m.mail_withdrawal_text({}, { locale: lang }),
    rows: [
      [m.mail_row_withdrawn({}, { locale: lang }), formatCredits(credits, lang)],
      [m.mail_row_refund({}, { locale: lang }), formatMoney(amountCents, lang)],
      whenRow(at, lang),
      [m.mail_row_reference({}, { locale: lang }), transactionId],
      [m.mail_row_seller({}, { locale: lang }), sellerText(company)],
    ],
    notYou: m.mail_withdrawal_not_you({ contact: company.email }, { locale: lang }),
  }),
  ReportReceived: ({ lang, report, at }, { company }) => ({
    subject: m.mail_report_received_subject({}, { locale: lang }),
    text: m.mail_report_received_text({}, { locale: lang }),
    rows: [whenRow(at, lang), [m.mail_row_reference({}, { locale: lang }), report]],
    notYou: m.mail_report_received_not_you({ contact: company.email }, { locale: lang }),
  }),
  ReportDecided: ({ lang, report, outcome, statement }, { company }) => ({
    subject: m.mail_report_decided_subject({}, { locale: lang }),
    text:
      outcome === "acted"
        ? m.mail_report_decided_acted({}, { locale: lang })
        : m.mail_report_decided_not_acted({}, { locale: lang }),
    rows: [
      [m.mail_row_statement({}, { locale: lang }), statement],
      [m.mail_row_reference({}, { locale: lang }), report],
    ],
    notYou: m.mail_report_decided_not_you({ contact: company.email }, { locale: lang }),
  }),
  AccountDeleted: ({ lang }, { name: brand, company }) => ({
    subject: m.mail_account_deleted_subject({}, { locale: lang }),
    text: m.mail_account_deleted_text({ brand }, { locale: lang }),
    notYou: m.mail_account_deleted_not_you({ contact: company.email }, { locale: lang }),
  }),
}

export const letterOf = (mail: Mail, brand: MailBrand): Letter => ({
  action: null,
  rows: [],
  // The wording under a tag takes mails of that tag.
  ...(WORDINGS[mail._tag] as Wording<Mail["_tag"]>)(mail, brand),
})
