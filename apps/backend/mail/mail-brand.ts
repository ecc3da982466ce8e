/**
 * The brand of a mail, from the brand's own configuration. An unknown brand gets the house's, because its members
 * must still be told about their account.
 */
import type { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { Context, Layer } from "effect"

export interface MailBrand {
  /** In the mail, never in its subject or its sender. */
  readonly name: string
  /** Of the mark and the button, in each theme of the mail program. */
  readonly colours: Pick<PartnerConfiguration["colours"], "dark" | "light">
  readonly company: {
    readonly name: string
    readonly email: string
    readonly address: string | null
  }
}

export interface MailBrandsShape {
  readonly of: (id: string) => MailBrand
}

export class MailBrands extends Context.Service<MailBrands, MailBrandsShape>()(
  "backend/MailBrands",
) {
  static readonly layer = (of: MailBrandsShape["of"]): Layer.Layer<MailBrands> =>
    Layer.succeed(MailBrands, MailBrands.of({ of }))
}
