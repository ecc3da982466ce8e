/**
 * The last known state of a partner: its configuration, its lander and its logo. It is stored on disk as one file,
 * so that its parts always belong together. Pure.
 */
import { Schema } from "effect"
import { LanderAnswer } from "@foldcast/contracts/upstream/member-api"
import { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"

/** Bytes of a logo. */
export const MAX_LOGO_BYTES = 65_536

export const LOGO_TYPES = {
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
} as const
export type LogoType = (typeof LOGO_TYPES)[keyof typeof LOGO_TYPES]

export const Logo = Schema.Struct({
  /** The path it was fetched from. */
  path: Schema.String,
  type: Schema.Literals(Object.values(LOGO_TYPES)),
  base64: Schema.String.check(Schema.isMaxLength(MAX_LOGO_BYTES * 2)),
})
export type Logo = typeof Logo.Type

export const PartnerCopy = Schema.Struct({
  configuration: PartnerConfiguration,
  lander: Schema.NullOr(LanderAnswer),
  logo: Schema.NullOr(Logo),
})
export type PartnerCopy = typeof PartnerCopy.Type

export const logoTypeOf = (path: string): LogoType | undefined =>
  LOGO_TYPES[path.slice(path.lastIndexOf(".") + 1) as keyof typeof LOGO_TYPES]
