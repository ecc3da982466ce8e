/**
 * Has the gateway set the cookie of a choice that the page's script has set already: Safari deletes cookies set by
 * script after seven days (COOKIE-04). If the gateway cannot be reached, the script's cookie stays.
 */
import type { VisitorChoice } from "@foldcast/contracts/queries/visitor-choice"

/** One request at a time, so that a late answer does not set an older choice. */
let last: Promise<unknown> = Promise.resolve()

export const postChoice = (choice: VisitorChoice): void => {
  last = last
    .then(() =>
      fetch("/api/choices", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Foldcast": "1" },
        credentials: "same-origin",
        // A language is chosen by a link, which leaves the page.
        keepalive: true,
        body: JSON.stringify(choice),
      }),
    )
    .catch(() => undefined)
}
