/**
 * What a new password must be beyond the forms' rules: as long as the brand wants, and no common one (UA61, ADR
 * 0044).
 */
import { COMMON_PASSWORD } from "@foldcast/contracts/common-password"
import { isCommonPassword } from "@foldcast/rules/common-passwords"
import { passwordLengths } from "@foldcast/rules/password"
import { Effect, Redacted } from "effect"
import { brandById } from "../brands/brands.ts"
import { Refused } from "../http/refused.ts"

/** `brand`: its id; the house's rule for an unknown one. */
export const passwordLengthsAt = (brand: string) =>
  passwordLengths({ longPasswords: brandById(brand).features.longPasswords === true })

export const refuseCommon = (
  field: "password" | "newPassword",
  password: Redacted.Redacted,
): Effect.Effect<void, Refused> =>
  isCommonPassword(Redacted.value(password))
    ? Effect.fail(
        new Refused({
          status: 400,
          label: COMMON_PASSWORD,
          fields: [{ field, label: COMMON_PASSWORD }],
        }),
      )
    : Effect.void
