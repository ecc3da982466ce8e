/**
 * Requests through a company's proxy: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in upper or lower case, and a hint
 * when the provider cannot be reached. Node.js has its own proxy support: from 24.14 on a program can switch it
 * on; older versions with NODE_USE_ENV_PROXY need that variable at their start.
 *
 * Invariants: requests to this machine never use a proxy; no sentence shows a password.
 */
import * as http from "node:http"

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = ["HTTPS_PROXY", "HTTP_PROXY"] as const
const ON_THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]", "::1"]

/** Lower case takes precedence, as with curl and Node.js. */
const valueOf = (environment: Environment, name: string): string => {
  const lower = environment[name.toLowerCase()] ?? ""
  return lower === "" ? (environment[name] ?? "") : lower
}

/** `proxy:3128` means http. */
const addressOf = (text: string): string =>
  /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`

const proxiesOf = (environment: Environment) =>
  NAMES.flatMap((name) => {
    const value = valueOf(environment, name)
    return value === "" ? [] : [{ name, address: addressOf(value) }]
  })

const withoutPassword = (address: string): string => {
  if (!URL.canParse(address)) return "no address"
  const url = new URL(address)
  return `${url.protocol}//${url.host}`
}

/** Whether this Node.js can use a proxy: switched on by the program, or by the variable at its start. */
const canUseProxies = (environment: Environment): boolean =>
  "setGlobalProxyFromEnv" in http || environment["NODE_USE_ENV_PROXY"] === "1"

/**
 * From now on every request of this process uses the environment's proxies. Returns what is wrong with them, or
 * null.
 */
export const goThroughProxy = (environment: Environment = process.env): string | null => {
  const proxies = proxiesOf(environment)
  for (const { name, address } of proxies) {
    if (!URL.canParse(address) || !/^https?:$/u.test(new URL(address).protocol)) {
      return `${name} must name an http or https proxy, and is ${withoutPassword(address)}`
    }
  }
  if (proxies.length === 0 || !("setGlobalProxyFromEnv" in http)) return null
  http.setGlobalProxyFromEnv({
    ...Object.fromEntries(proxies.map(({ name, address }) => [name, address])),
    NO_PROXY: [valueOf(environment, "NO_PROXY"), ...ON_THIS_MACHINE].filter(Boolean).join(","),
  })
  return null
}

/** `asked for by way of HTTPS_PROXY=http://proxy.example:3128, and directly what NO_PROXY=.example names`. */
const wayTried = (environment: Environment): string => {
  const proxies = proxiesOf(environment)
  if (proxies.length === 0) return "asked for directly: neither HTTPS_PROXY nor HTTP_PROXY is set"
  if (!canUseProxies(environment))
    return `asked for directly: ${process.version} goes through no proxy by itself. Start it with NODE_USE_ENV_PROXY=1 (Node.js 22.21 or newer)`
  const shown = proxies.map(({ name, address }) => `${name}=${withoutPassword(address)}`)
  const direct = valueOf(environment, "NO_PROXY")
  return `asked for by way of ${shown.join(" and ")}, ${direct === "" ? "with no NO_PROXY" : `and directly what NO_PROXY=${direct} names`}`
}

const NOT_FOUND: ReadonlySet<string> = new Set(["ENOTFOUND", "EAI_AGAIN"])
/** The certificate's issuer is not trusted. */
const UNTRUSTED =
  /^(?:UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED)$/u

/** The first code in an error and its causes. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ""
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause)
}

/** The tried route and a hint, to append to the reason of a failed request; empty when neither helps. */
export const wayOut = (error: unknown, environment: Environment = process.env): string => {
  const code = codeOf(error)
  if (UNTRUSTED.test(code))
    return ". Whoever signed its certificate is nobody that Node.js trusts: NODE_EXTRA_CA_CERTS=FILE names another root, as that of a company whose proxy signs; NODE_USE_SYSTEM_CA=1 trusts those of this machine"
  const hasProxy = proxiesOf(environment).length > 0
  if (NOT_FOUND.has(code))
    return `. It was ${wayTried(environment)}${hasProxy ? "" : ". Behind a proxy set them, and NO_PROXY for the names that are inside"}`
  return hasProxy ? `. It was ${wayTried(environment)}` : ""
}
