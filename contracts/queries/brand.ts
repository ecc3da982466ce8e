/**
 * GET /api/brand: the brand as the browser knows it. Everything has a value; defaults are applied by the
 * gateway. Also part of every page's frame.
 */
import { Schema } from "effect"
import { Colour } from "../upstream/partner.ts"
import { Credits } from "../units.ts"

const Accent = Schema.Struct({ brand: Colour, onBrand: Colour })

export const Features = Schema.Struct({
  messenger: Schema.Boolean,
  safe: Schema.Boolean,
  christmasMode: Schema.Boolean,
  categories: Schema.Boolean,
  fullRegistration: Schema.Boolean,
  ageCheckForAll: Schema.Boolean,
  /** New passwords have 8 to 64 characters in place of 6 to 32. */
  longPasswords: Schema.Boolean,
  /** Guests may pay by a phone call. */
  phonePayment: Schema.Boolean,
})
export type Features = typeof Features.Type

export const Lander = Schema.Struct({
  id: Schema.String,
  media: Schema.Struct({
    mediaLeft: Schema.NullOr(Schema.String),
    mediaRight: Schema.NullOr(Schema.String),
    amount: Schema.NullOr(Schema.Int),
  }),
  i18n: Schema.Record(Schema.String, Schema.Struct({ title: Schema.String, text: Schema.String })),
})
export type Lander = typeof Lander.Type

export const PublicBrand = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** A path of this site, or null: the product's own mark. */
  logo: Schema.NullOr(Schema.String),
  colours: Schema.Struct({ dark: Accent, light: Accent, surfaceHue: Schema.Finite }),
  /** CSS pixels. */
  radius: Schema.Int,
  company: Schema.Struct({
    name: Schema.String,
    email: Schema.String,
    phone: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String),
  }),
  affiliateCode: Schema.NullOr(Schema.String),
  affiliateInfo: Schema.NullOr(Schema.String),
  links: Schema.Struct({
    company: Schema.NullOr(Schema.String),
    affiliate: Schema.NullOr(Schema.String),
    performerSignUp: Schema.NullOr(Schema.String),
    contentFilters: Schema.Array(Schema.String),
    leaveSite: Schema.String,
  }),
  features: Features,
  disabledRoutes: Schema.Array(Schema.String),
  /** The effective value: what verification grants. */
  welcomeCredits: Credits,
  /** What the front page says of the site, by language; null: nothing (GRID-08). */
  seoText: Schema.NullOr(Schema.Struct({ nl: Schema.String, en: Schema.String })),
  layout: Schema.Literals(["whitelabel", "default"]),
  lander: Schema.NullOr(Lander),
}).annotate({ identifier: "PublicBrand" })
export type PublicBrand = typeof PublicBrand.Type
