/**
 * Writes the cookies of the visitor's choices with the same name, value and path as the page does, so that one
 * replaces the other (COOKIE-04). Pure.
 */
import type { VisitorChoice } from "@foldcast/contracts/queries/visitor-choice"
import { CHOICE_DAYS } from "@foldcast/rules/choice-days"

const DAY_S = 86_400

const cookie = (name: keyof typeof CHOICE_DAYS, value: string, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${CHOICE_DAYS[name] * DAY_S}; SameSite=Lax${secure ? "; Secure" : ""}`

export const choiceCookie = (choice: VisitorChoice, secure: boolean): string =>
  "consent" in choice
    ? cookie("consent", choice.consent, secure)
    : cookie("language", choice.language, secure)
