/** The commands of paying by a phone call, for guests alone. */
import { Schema } from "effect"
import { IvrSessionId } from "../ids.ts"
import { DIAL_IN_COUNTRIES, PIN_LENGTH } from "../phone.ts"
import { keep, secret, standIn, token } from "../sensitivity.ts"
import { command, PLAIN } from "./command-declaration.ts"
import { fingerprint } from "./fingerprint.ts"

const session = token(IvrSessionId, standIn("ivr"))

export const DIAL_IN_COMMANDS = [
  /** Reading only. Where the numbers cannot be had, nothing is told (ERR-16). */
  command("ListDialInNumbers", {}, { ...PLAIN, outcomes: ["DialInNumbersListed"], silent: true }),
  /**
   * `country`: whose number is to be called; absent: the visitor's own, where they consented and it is one of ours, the
   * first else (DIALIN-31). Where no number can be had, nothing is told (ERR-16).
   */
  command(
    "OpenIvrSession",
    {
      country: Schema.optionalKey(keep(Schema.Literals(DIAL_IN_COUNTRIES))),
      fingerprint: Schema.optionalKey(fingerprint),
    },
    { ...PLAIN, outcomes: ["IvrSessionOpened"], silent: true },
  ),
  /** Tells the PIN that was heard on the phone. Idempotent: the same PIN of the same session is accepted again. */
  command(
    "StartDialIn",
    {
      session,
      pin: secret(Schema.String.check(Schema.isPattern(new RegExp(`^\\d{${PIN_LENGTH}}$`, "u")))),
      fingerprint: Schema.optionalKey(fingerprint),
    },
    { ...PLAIN, outcomes: ["DialInStarted", "DialInRefused"] },
  ),
  /** Asks what has become of the browser's call. */
  command("CheckDialIn", {}, { ...PLAIN, outcomes: ["DialInStateChanged"], silent: true }),
  /** Hangs up the browser's call. Without one, nothing is told. */
  command("EndDialIn", {}, { ...PLAIN, outcomes: ["DialInStateChanged"], silent: true }),
] as const
export type DialInCommandTag = (typeof DIAL_IN_COMMANDS)[number]["tag"]
