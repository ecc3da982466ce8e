/**
 * A bound on how long a response may take until it is read to its end: a browser that reads a byte a second
 * would hold its connection, and what is not sent yet, for as long as it likes.
 */
import type { ServerResponse } from "node:http"

/** `cut` is told that the bound was reached and the connection is gone. */
export const cutSlowReader = (
  response: Pick<ServerResponse, "once" | "closed" | "destroy">,
  withinMs: number,
  cut: () => void,
): void => {
  if (response.closed) return
  const timer = setTimeout(() => {
    response.destroy()
    cut()
  }, withinMs)
  response.once("close", () => clearTimeout(timer))
}
