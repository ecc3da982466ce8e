/** The command line that repeats a request. Pure. */
import type { ReadyRequest } from "./provider-values.ts"

/** The consumer's key, and the environment variable that holds it. */
export interface ProviderKey {
  /** Empty when no call uses one. */
  readonly value: string
  readonly variable: string
}

const KEY_HEADER = "x-api-key"

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const asCommand = (
  method: string,
  url: string,
  options: ReadonlyArray<string>,
  body: string | undefined,
): string =>
  [
    `curl -si -X ${method}`,
    quoted(url),
    ...options,
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(" ")

/** The line reads the key from its variable and never prints it. */
export const reproduction = (baseUrl: string, request: ReadyRequest, key: ProviderKey): string =>
  asCommand(
    request.method,
    baseUrl + request.target,
    Object.entries(request.headers).map(([name, value]) =>
      name.toLowerCase() === KEY_HEADER && value === key.value && value !== ""
        ? `-H "${name}: $${key.variable}"`
        : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    request.body,
  )
