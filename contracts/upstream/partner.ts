/**
 * The partner host, with the upstream's names: `GET /common/configuration.json`, a brand's configuration. Excess
 * fields are ignored; a configuration that is malformed, too large or unreadable is refused as a whole, and the
 * last good one stays (docs/upstream-assumptions.md).
 *
 * Nothing in it is markup, and the gateway fetches no address in it except the logo, by path, from the partner host
 * itself.
 */
import { Schema } from "effect"
import { Credits } from "../units.ts"

/** Bytes of the whole file (UA22). */
export const MAX_CONFIGURATION_BYTES = 65_536

const text = (max: number) => Schema.String.check(Schema.isBetweenLength(1, max))
/** An address for links: https, without a user name. */
const Address = Schema.String.check(
  Schema.isMaxLength(500),
  Schema.isPattern(/^https:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?(\/[^\s"'<>@\\]*)?$/iu),
)

const Email = Schema.String.check(Schema.isPattern(/^[^\s@"'<>]{1,64}@[a-z0-9.-]{1,190}$/iu))

/** OKLCH: lightness 0–1, chroma 0–0.4, hue in degrees. */
export const Colour = Schema.Struct({
  l: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  c: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 0.4 })),
  h: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 360 })),
})
export type Colour = typeof Colour.Type

const Accent = Schema.Struct({ brand: Colour, onBrand: Colour })

export const PartnerConfiguration = Schema.Struct({
  /** Used in visits, captures and upstream calls. */
  id: Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,40}$/u)),
  name: text(60),
  /** A path on the partner host. */
  logo: Schema.NullOr(
    Schema.String.check(Schema.isPattern(/^\/common\/[a-z0-9-]{1,60}\.(svg|png|webp)$/u)),
  ),
  colours: Schema.Struct({
    dark: Accent,
    light: Accent,
    /** The hue that tints the neutral surfaces, in degrees. */
    surfaceHue: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 360 })),
  }),
  /** Corner radius of controls in CSS pixels; cards and sheets follow from it. */
  radius: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 24 })),
  company: Schema.Struct({
    name: text(100),
    email: Email,
    phone: Schema.NullOr(Schema.String.check(Schema.isPattern(/^\+?[0-9 ()-]{5,30}$/u))),
    address: Schema.NullOr(text(200)),
  }),
  /** Where to report security weaknesses: an https or e-mail address; absent: the company's e-mail. */
  securityContact: Schema.optionalKey(Schema.Union([Address, Email])),
  affiliateCode: Schema.NullOr(text(64)),
  affiliateInfo: Schema.NullOr(text(255)),
  /** A link without an address is not shown. */
  links: Schema.Struct({
    company: Schema.NullOr(Address),
    affiliate: Schema.NullOr(Address),
    performerSignUp: Schema.NullOr(Address),
    contentFilters: Schema.Array(Address).check(Schema.isMaxLength(2)),
    leaveSite: Address,
  }),
  /** An absent feature has its default (contracts/queries/brand.ts). */
  features: Schema.Struct({
    messenger: Schema.optionalKey(Schema.Boolean),
    safe: Schema.optionalKey(Schema.Boolean),
    christmasMode: Schema.optionalKey(Schema.Boolean),
    categories: Schema.optionalKey(Schema.Boolean),
    fullRegistration: Schema.optionalKey(Schema.Boolean),
    ageCheckForAll: Schema.optionalKey(Schema.Boolean),
    /** New passwords have 8 to 64 characters instead of 6 to 32. */
    longPasswords: Schema.optionalKey(Schema.Boolean),
    phonePayment: Schema.optionalKey(Schema.Boolean),
  }),
  /** Names of pages that are switched off, without a language suffix. */
  disabledRoutes: Schema.Array(text(60)).check(Schema.isMaxLength(50)),
  /** Granted on verification; 120 when unset (CONST-01). */
  welcomeCredits: Schema.NullOr(Credits),
  /**
   * The text about the site at the end of the front page, with links as `[text](address)`. Null: none; absent: the
   * product's own text (GRID-08).
   */
  seoText: Schema.optionalKey(Schema.NullOr(Schema.Struct({ nl: text(2_000), en: text(2_000) }))),
  /** The lander's id; null: the default layout (SHELL-12). */
  lander: Schema.NullOr(text(64)),
}).annotate({ identifier: "PartnerConfiguration" })
export type PartnerConfiguration = typeof PartnerConfiguration.Type
