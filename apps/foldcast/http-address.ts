/** An option of a command line that names a service. To a URL parser `localhost:3000` is a scheme, no host. */
import { Failure } from "./failure.ts"

/** The address as it was given, without slashes at its end. */
export const httpAddress = (option: string, text: string): string => {
  // Not `URL.parse`: the packed verifier runs on Node.js 20, which has none.
  if (!URL.canParse(text) || !/^https?:$/u.test(new URL(text).protocol)) {
    throw new Failure(`${option} must be an http or https address, and is ${text}.`)
  }
  return text.replace(/\/+$/u, "")
}
