/** One request to a hook. */
import { Redacted } from "effect"
import type { HookKeyStatus } from "./hook-key-status.ts"

export interface HookOptions {
  readonly url: string
  readonly key: Redacted.Redacted
  /** Is told the status of every answer. */
  readonly hookKey: HookKeyStatus
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
