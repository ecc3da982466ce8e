/**
 * Has the gateway write the cookie of what was just chosen, which the page has written already: Safari ends after seven
 * days what script wrote (COOKIE-04). Where the gateway is not reached, the page's own cookie stands.
 */
import type { VisitorChoice } from "@foldcast/contracts/queries/visitor-choice"

/** One after the other: an answer that comes late must not bring back what was chosen before. */
let last: Promise<unknown> = Promise.resolve()

export const postChoice = (choice: VisitorChoice): void => {
  last = last
    .then(() =>
      fetch("/api/choices", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Foldcast": "1" },
        credentials: "same-origin",
        // The language is chosen by a link, which leaves the page.
        keepalive: true,
        body: JSON.stringify(choice),
      }),
    )
    .catch(() => undefined)
}
