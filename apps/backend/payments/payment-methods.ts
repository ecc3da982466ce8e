/** Payment methods of both providers, of which a setting selects one (WALLET-40 to WALLET-42). Pure data. */
import type { UpstreamPaymentOption } from "@foldcast/contracts/upstream/member-api"
import type { Locale } from "@foldcast/contracts/units"
import { methodOrder, providerOf } from "@foldcast/rules/payment-method"

export type PaymentProviderName = ReturnType<typeof providerOf>
type Name = Readonly<Record<Locale, string>>

export interface PaymentMethod {
  /** Numeric ids are paynl's. */
  readonly id: string
  readonly name: Name
  /** Such as banks; where there are any, one has to be chosen. */
  readonly subOptions: ReadonlyArray<{ readonly id: string; readonly name: Name }>
}

const sameInBoth = (text: string): Name => ({ nl: text, en: text })

const method = (
  id: string,
  name: Name,
  subOptions: PaymentMethod["subOptions"] = [],
): PaymentMethod => ({ id, name, subOptions })

const CREDIT_CARD: Name = { nl: "Creditcard", en: "Credit card" }
const IDEAL = sameInBoth("iDEAL | Wero")
const BANCONTACT = sameInBoth("Bancontact")

/** All known methods. The provider's order says which are offered. */
export const PAYMENT_METHODS: ReadonlyArray<PaymentMethod> = [
  method("709", CREDIT_CARD),
  method("10", IDEAL),
  method("436", BANCONTACT),
  method("553", { nl: "Cadeaukaart", en: "Gift card" }),
  method("595", { nl: "Overschrijving", en: "Bank transfer" }, [
    { id: "1", name: { nl: "Testbank Noord", en: "Test Bank North" } },
    { id: "2", name: { nl: "Testbank Zuid", en: "Test Bank South" } },
    { id: "3", name: { nl: "Testbank Delta", en: "Test Bank Delta" } },
  ]),
  method("creditcard", CREDIT_CARD),
  method("ideal", IDEAL),
  method("mistercash", BANCONTACT),
  method("sofortbanking", sameInBoth("SOFORT Banking")),
]

/** In the provider's configured order. */
export const offeredMethods = (provider: PaymentProviderName): ReadonlyArray<PaymentMethod> =>
  methodOrder(provider).flatMap((id) => PAYMENT_METHODS.filter((one) => one.id === id))

/** Reads `id` or `id:subOptionId`; undefined where it is not offered, or a sub-option is missing. */
export const paymentMethodOf = (
  provider: PaymentProviderName,
  text: string,
): PaymentMethod | undefined => {
  const [id = "", subOptionId, ...rest] = text.split(":")
  const found = offeredMethods(provider).find((one) => one.id === id)
  if (found === undefined || rest.length > 0) return undefined
  const fits =
    found.subOptions.length === 0
      ? subOptionId === undefined
      : found.subOptions.some((subOption) => subOption.id === subOptionId)
  return fits ? found : undefined
}

/** The site serves the images, 100 by 100 pixels, from its own origin. */
const imageOf = (id: string) => `/payment-methods/${id}.svg`

export const upstreamPaymentOption = (
  { id, name, subOptions }: PaymentMethod,
  lang: Locale,
): UpstreamPaymentOption => ({
  id: providerOf(id) === "paynl" ? Number(id) : id,
  name: name[lang],
  image: imageOf(id),
  paymentOptionSubList: subOptions.map((one) => ({ id: one.id, name: one.name[lang] })),
})
