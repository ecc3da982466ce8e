/** One question or notice to a hook. Callers: authoriser.ts, event-notices.ts. */
import { Redacted } from "effect"

export interface HookOptions {
  readonly url: string
  readonly key: Redacted.Redacted
}

export const postJson = (
  { url, key }: HookOptions,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    method: "POST",
    redirect: "error",
    signal,
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${Redacted.value(key)}`,
    },
    body: JSON.stringify(body),
  })
