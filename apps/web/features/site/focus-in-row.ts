/**
 * For rows that scroll sideways: a browser leaves what is half in sight where it is when the keyboard comes
 * to it. Not for a pointer, from under which the pressed link would move. Callers: navigations.
 */
import type { FocusEvent } from "react"

export const focusInRow = ({ target }: FocusEvent): void => {
  if (target.matches(":focus-visible")) {
    target.scrollIntoView({ block: "nearest", inline: "nearest" })
  }
}
