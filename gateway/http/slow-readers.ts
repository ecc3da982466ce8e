/**
 * A time limit for reading a response: a client that reads one byte a second would otherwise hold its connection,
 * and the unsent bytes, without end.
 */
import type { ServerResponse } from "node:http"

/** `cut` runs after the limit has closed the connection. */
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
