/**
 * What is wrong with a registration, before the upstream is asked: the form's own rules (packages/rules) for every
 * field that the brand asks for, and for any other field that came. Pure.
 *
 * Today's date is that of the site's own market: only the visitor knows their own, and a form that the browser
 * accepted is never ahead of it.
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
