/** The site's own texts in the visitor's language, to find elements the way people do. */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMinutes, formatMoney } from "@foldcast/messages/number-formats"

/** Matches a name by its beginning, such as a card's whole minutes. Playwright reads every kind of space as one. */
const beginsWith = (text: string) =>
  new RegExp(
    `^${text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/\s/gu, String.raw`\s`)}`,
    "u",
  )

/** A text of the site, as packages/messages compiles it. */
type Text<Inputs> = (inputs: Inputs, options: { readonly locale: Locale }) => string
export type PlainText = Text<Readonly<Record<string, never>>>

export const wordsIn = (locale: Locale) => {
  const options = { locale }
  function say(text: PlainText): string
  function say<Inputs>(text: Text<Inputs>, inputs: Inputs): string
  function say<Inputs>(text: Text<Inputs>, inputs = {} as Inputs): string {
    return text(inputs, options)
  }
  return {
    /** Any other text, for those that only one test uses. */
    say,
    signUp: m.header_sign_up({}, options),
    logIn: m.header_log_in({}, options),
    email: m.account_email({}, options),
    password: m.account_password({}, options),
    createAccount: m.register_submit({}, options),
    submitLogIn: m.log_in_submit({}, options),
    registerTitle: m.register_title({}, options),
    logInTitle: m.log_in_title({}, options),
    emailExists: m.register_error_email_exists({}, options),
    logInRefused: m.log_in_error_generic({}, options),
    formOffline: m.form_offline({}, options),
    credits: (count: number) => formatCredits(count, locale),
    /** As a receipt says it. */
    bought: (credits: number, minutes: number) =>
      `${formatCredits(credits, locale)} · ${formatMinutes(minutes, locale)}`,
    creditsButton: (count: number) =>
      m.header_credits({ credits: formatCredits(count, locale) }, options),
    buyCredits: m.wallet_title({}, options),
    closeWallet: m.wallet_close({}, options),
    bundleOf: (minutes: number) => beginsWith(formatMinutes(minutes, locale)),
    bankTransfer: locale === "nl" ? "Overschrijving" : "Bank transfer",
    ideal: m.payment_method_ideal({}, options),
    chooseBank: m.wallet_sub_option({}, options),
    /** The method follows, where one is chosen that the site has a name for. */
    pay: (cents: number) =>
      beginsWith(m.wallet_pay({ amount: formatMoney(cents, locale) }, options)),
    money: (cents: number) => formatMoney(cents, locale),
    atBank: m.pay_at_bank_title({}, options),
    backToBundles: m.pay_cancel({}, options),
    windowClosed: m.pay_closed_title({}, options),
    waitingRestored: m.pay_restored_title({}, options),
    checkStatus: m.pay_check_status({}, options),
    statusUnchanged: m.pay_status_unchanged({}, options),
    paid: m.pay_success_title({}, options),
    paidFor: (count: number) =>
      m.pay_success_text({ credits: formatCredits(count, locale) }, options),
    closeReceipt: m.pay_success_close({}, options),
    failed: m.pay_failed_title({}, options),
    retry: m.pay_retry({}, options),
    reasons: {
      299: m.pay_failed_anti_fraud({}, options),
      300: m.pay_failed_default({}, options),
      302: m.pay_failed_rejected({}, options),
      308: m.pay_failed_expired({}, options),
      309: m.pay_failed_cancelled({}, options),
    },
    menuOf: (name: string) => m.header_member_menu({ name }, options),
    logOut: m.member_log_out({}, options),
    loggedOut: m.session_logged_out({}, options),
    guestHeading: m.home_heading({}, options),
    reconnecting: m.connection_reconnecting({}, options),
    tryNow: m.connection_retry_now({}, options),
    offline: m.connection_offline({}, options),
    language: /^(?:Taal|Language): /u,
    languageName: (other: Locale) =>
      other === "nl" ? m.language_nl({}, options) : m.language_en({}, options),
    bank: {
      pay: m.bank_pay({}, options),
      cancel: m.bank_cancel({}, options),
      reject: m.bank_reject({}, options),
      expire: m.bank_expire({}, options),
      antiFraud: m.bank_anti_fraud({}, options),
      fail: m.bank_fail({}, options),
      callBackTwice: m.bank_call_back_twice({}, options),
      callBackFirst: m.bank_call_back_before_returning({}, options),
      returnFirst: m.bank_return_first({}, options),
    },
  }
}

export type Words = ReturnType<typeof wordsIn>
export type BankChoice = keyof Words["bank"]
