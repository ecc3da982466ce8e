/**
 * Reads a command-line option that names a service. A URL parser takes `localhost:3000` for a scheme without a
 * host.
 */
import { Failure } from "./failure.ts"

/** The given address without trailing slashes. */
export const httpAddress = (option: string, text: string): string => {
  // Not `URL.parse`: the packed verifier runs on Node.js 20, which does not have it.
  if (!URL.canParse(text) || !/^https?:$/u.test(new URL(text).protocol)) {
    throw new Failure(`${option} must be an http or https address, and is ${text}.`)
  }
  return text.replace(/\/+$/u, "")
}
