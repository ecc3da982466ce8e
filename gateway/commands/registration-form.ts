/**
 * What a registration must be before the upstream is asked: the form's own rules (packages/rules), every
 * field of the fuller one where the brand asks for it, and whatever of them came anyway. Pure.
 *
 * Called by commands/register.ts. The visitor's calendar date is known to the visitor alone; here it is
 * the one of the site's own market, which no form that was just accepted there is ahead of.
 */
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { Features } from "@foldcast/contracts/queries/brand"
import { passwordLengths } from "@foldcast/rules/password"
import {
  fullerRegistrationFaults,
  type RegistrationFault,
  registrationFaults,
  volunteeredFaults,
} from "@foldcast/rules/registration"

const MARKET_TIME_ZONE = "Europe/Amsterdam"

/** Writes dates as `2001-12-31`. */
const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: MARKET_TIME_ZONE })

export const marketDate = (now: number): string => calendar.format(now)

export const registrationFormFaults = (
  command: CommandOf<"Register">,
  now: number,
  { fullRegistration, longPasswords }: Pick<Features, "fullRegistration" | "longPasswords">,
  brands: ReadonlyArray<string>,
): ReadonlyArray<RegistrationFault> =>
  fullRegistration
    ? fullerRegistrationFaults(
        {
          email: command.email,
          password: command.password,
          username: command.username ?? "",
          birthday: command.birthday ?? "",
          termsAccepted: command.termsAccepted === true,
        },
        marketDate(now),
        passwordLengths({ longPasswords }),
        brands,
      )
    : [
        ...registrationFaults(command, passwordLengths({ longPasswords })),
        ...volunteeredFaults(command, marketDate(now), brands),
      ]
