/**
 * The addresses of the site's processes, for their settings and for the start's output, and the two brands of
 * the demo world. Pure.
 */
import { type Environment, textIn } from "@foldcast/settings/read-settings"
import type { LaunchConfig } from "./settings.ts"

export interface Ports {
  readonly site: number
  readonly simulators: number
  /** The simulated mailbox's SMTP port. */
  readonly smtp: number
  readonly backend: number
  readonly media: number
}

interface Settled {
  readonly config: Pick<LaunchConfig, "memberApiUrl" | "bankUrl" | "smtpUrl">
  readonly ports: Ports
}

/** The default brand, which answers every host without a brand of its own. */
const HOUSE = "foldcast"
const PARTNER = "lumio"
/** Browsers resolve every name that ends in localhost to this machine. */
const partnerHostOf = ({ site }: Pick<Ports, "site">) => `partner.localhost:${site}`

export const siteUrlOf = ({ site }: Pick<Ports, "site">) => `http://localhost:${site}`
export const partnerUrlOf = (ports: Pick<Ports, "site">) => `http://${partnerHostOf(ports)}`
export const backendUrlOf = ({ backend }: Pick<Ports, "backend">) => `http://127.0.0.1:${backend}`
export const mediaUrlOf = ({ media }: Pick<Ports, "media">) => `http://127.0.0.1:${media}`
/** Where the simulated phone's provider takes instructions; its page is /phone there. */
export const phoneUrlOf = ({ simulators }: Pick<Ports, "simulators">) =>
  `http://127.0.0.1:${simulators}`
export const bankUrlOf = ({ config, ports }: Settled) =>
  config.bankUrl ?? `http://localhost:${ports.simulators}`
export const smtpUrlOf = ({ config, ports }: Settled) =>
  config.smtpUrl ?? `smtp://127.0.0.1:${ports.smtp}`
/** The page of the simulated mails; null when mails are real or an external service sends them. */
export const mailboxUrlOf = ({ config, ports }: Settled): string | null =>
  config.memberApiUrl === null && config.smtpUrl === null
    ? `http://localhost:${ports.simulators}/mailbox`
    : null

export const deskUrlOf = ({ simulators }: Pick<Ports, "simulators">) =>
  `http://localhost:${simulators}/desk`

const isGiven = (environment: Environment, name: string) => textIn(environment, name) !== ""

/** The origin of links in mails, unless it is set. */
export const siteOrigins = (environment: Environment, ports: Ports): Record<string, string> =>
  isGiven(environment, "SITE_ORIGINS")
    ? {}
    : { SITE_ORIGINS: `${HOUSE}=${siteUrlOf(ports)},${PARTNER}=${partnerUrlOf(ports)}` }

/** Whether the demo world's second brand answers at its address here. */
export const hasDemoPartner = (environment: Environment): boolean =>
  !isGiven(environment, "PARTNERS") && !isGiven(environment, "BRAND_HOSTS")

/** Where the gateway reads the brands and their hosts, unless that is set. */
export const brandSettings = (
  { environment, production }: { readonly environment: Environment; readonly production: boolean },
  ports: Ports,
): Record<string, string> => {
  if (isGiven(environment, "PARTNERS")) return {}
  const partnerOf = (brand: string) => `${brand}=${backendUrlOf(ports)}/partners/${brand}`
  return {
    PARTNERS: [HOUSE, PARTNER].map(partnerOf).join(","),
    ...(!production &&
      !isGiven(environment, "BRAND_HOSTS") && {
        BRAND_HOSTS: `${PARTNER}=${partnerHostOf(ports)}`,
      }),
  }
}
