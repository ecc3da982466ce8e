/** The media engine's configuration, read from the environment. */
import { networkInterfaces } from "node:os"
import { isIP } from "node:net"
import { Result } from "effect"
import {
  type Environment,
  readSettings,
  type SettingsRefused,
  type SettingValues,
} from "@foldcast/settings/read-settings"
import * as Readers from "@foldcast/settings/readers"
import {
  host,
  number,
  onOrOff,
  port,
  rate,
  real,
  renamed,
  setting,
} from "@foldcast/settings/setting"
import { SHARED_SETTINGS } from "@foldcast/settings/shared-settings"
import type { Network } from "./engine/peer.ts"
import { PORTS_PER_SESSION, type PortRange } from "./engine/port-slots.ts"
import { parseIceServer } from "./http/ice-servers.ts"

const portRange: Readers.Reader<PortRange> = (text) => {
  const [, from = "", to = ""] = /^(\d{1,5})-(\d{1,5})$/u.exec(text) ?? []
  const first = Readers.wholeNumber(1_024, 65_535)(from)
  const last = Readers.wholeNumber(1_024, 65_535)(to)
  if (first === undefined || last === undefined) return undefined
  return last - first + 1 >= PORTS_PER_SESSION ? [first, last] : undefined
}

const ipAddress: Readers.Reader<string> = (text) => (isIP(text) === 0 ? undefined : text)

export const MEDIA_SETTINGS = {
  production: SHARED_SETTINGS.production,
  host: renamed(host("MEDIA_HOST", "127.0.0.1", "where the engine takes WHIP and WHEP"), "HOST"),
  /** 0 takes a free one. */
  port: port("MEDIA_PORT", 3005, "where the media engine takes WHIP and WHEP"),
  authUrl: real(
    "MEDIA_AUTH_URL",
    "http://127.0.0.1:3010/media/authorise",
    Readers.httpUrl,
    "an http or https address",
    "who says, before each WHIP and WHEP, whether it may be",
  ),
  authKey: SHARED_SETTINGS.mediaEngine.authKey,
  eventsUrl: setting(
    "MEDIA_EVENTS_URL",
    "",
    Readers.optional(Readers.httpUrl),
    "an http or https address",
    "who is told that a path is published, is not any more, and that a session is over",
  ),
  loopsUrl: setting(
    "MEDIA_LOOPS_URL",
    "",
    Readers.optional(Readers.httpUrl),
    "an http or https address",
    "where the drawn loops lie that MEDIA_AUTH_URL names, each at its name behind a slash; without it nothing stands in where nobody publishes",
  ),
  adminKey: SHARED_SETTINGS.mediaEngine.adminKey,
  /**
   * Below the ports that Linux gives to outgoing connections (32768 and above), above those that services
   * are known by; 1,000 ports are 250 sessions.
   */
  ports: setting(
    "MEDIA_UDP_PORTS",
    "20000-20999",
    portRange,
    `two ports from 1024 to 65535 with a hyphen between them, ${PORTS_PER_SESSION} ports or more`,
    `the ports of pictures and sound over UDP and TCP, ${PORTS_PER_SESSION} for each session`,
  ),
  udp: onOrOff("MEDIA_UDP", "on", "whether addresses over UDP are told"),
  tcp: onOrOff("MEDIA_TCP", "on", "whether pictures also come over TCP, where UDP is blocked"),
  announced: setting(
    "MEDIA_ADDRESSES",
    "",
    Readers.listOf(ipAddress),
    "IP addresses with commas between them",
    "the addresses that clients are told; without them those of the machine's interfaces",
  ),
  iceServers: setting(
    "MEDIA_ICE_SERVERS",
    "",
    Readers.listOf(parseIceServer),
    "stun, stuns, turn or turns addresses with commas between them, as `turn:host:3478|user|credential`",
    "ICE servers that clients are told; the engine itself asks none",
  ),
  refusals: rate(
    "MEDIA_REFUSALS_PER_ADDRESS",
    "60/1m",
    "refused tokens of one address; it is answered 429 until the time is over",
  ),
  trustedAddresses: setting(
    "MEDIA_TRUSTED_ADDRESSES",
    "127.0.0.1,::1",
    Readers.listOf(ipAddress),
    "IP addresses with commas between them",
    "addresses that speak for many, whose refused tokens are not counted: the gateway's, a proxy's",
  ),
  maxViewers: number("MEDIA_MAX_VIEWERS", 150, 1, 10_000, "viewers at a time"),
  maxPublishers: number("MEDIA_MAX_PUBLISHERS", 75, 1, 10_000, "publishers at a time"),
  maxPublisherKbits: number(
    "MEDIA_MAX_PUBLISHER_KBITS",
    8_000,
    500,
    100_000,
    "kbit/s of one publisher; who sends more for five seconds is ended",
  ),
  maxPublisherPackets: number(
    "MEDIA_MAX_PUBLISHER_PACKETS",
    3_000,
    300,
    100_000,
    "packets a second of one publisher, so that small ones do not fill a core; who sends more for five seconds is ended",
  ),
} as const

type Values = SettingValues<typeof MEDIA_SETTINGS>

export interface MediaConfig extends Omit<Values, "announced" | "production" | "tcp" | "udp"> {
  readonly network: Network
}

/** Behind a NAT an announced address is none of these: it cannot be bound to. */
const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
  )

export const readMediaConfig = (
  environment: Environment,
  own: ReadonlySet<string> = ownAddresses(),
): Result.Result<MediaConfig, SettingsRefused> =>
  Result.map(readSettings(MEDIA_SETTINGS, environment), (values) => {
    const { production: _, announced, tcp, udp, ...others } = values
    const additional = announced.filter((address) => own.has(address))
    return { ...others, network: { announced, additional, tcp, udp } }
  })
