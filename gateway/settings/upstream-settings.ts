/** Settings of the upstream services and their timeouts. */
import {
  CHANGE_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  SOCKET_CONNECT_TIMEOUT_MS,
} from "@foldcast/contracts/upstream/limits"
import * as Readers from "@foldcast/settings/readers"
import { choice, mapped, number, optionalUrl, real, setting } from "@foldcast/settings/setting"
import { SHARED_SETTINGS } from "@foldcast/settings/shared-settings"
import * as Values from "./setting-values.ts"

const timeout = (name: string, fallback: number, meaning: string) =>
  number(name, fallback, 100, 120_000, meaning)

export const UPSTREAM_SETTINGS = {
  upstreamNetwork: choice(
    "UPSTREAM_NETWORK",
    "public",
    ["public", "private"],
    "where private, addresses of upstream services may be http in production: nobody else reads that network",
  ),
  memberApi: {
    url: real(
      "MEMBER_API_URL",
      "http://127.0.0.1:3100",
      Readers.httpUrl,
      "an http or https address",
      "the member API; `npm start` runs the reference backend where it is not set",
    ),
    key: SHARED_SETTINGS.memberApi.key(Values.MIN_TOKEN_LENGTH),
    transport: choice(
      "MEMBER_API_TRANSPORT",
      "http",
      ["http", "socket"],
      "how the member API is called: over HTTP at MEMBER_API_URL, or over a socket at the address of the member socket; neither takes the other's place",
    ),
    readTimeoutMs: timeout(
      "MEMBER_API_READ_TIMEOUT_MS",
      READ_TIMEOUT_MS,
      "how long a read waits for its answer",
    ),
    patienceMs: timeout(
      "MEMBER_API_PATIENCE_MS",
      700,
      "how long a page and a stream wait for the member's profile before they go on without: `hello` is due within a second",
    ),
    writeTimeoutMs: timeout(
      "MEMBER_API_WRITE_TIMEOUT_MS",
      CHANGE_TIMEOUT_MS,
      "how long a change waits before its outcome counts as unknown",
    ),
  },
  memberSocket: {
    url: optionalUrl(
      "MEMBER_SOCKET_URL",
      "the member socket; the member API's address when not set",
    ),
    timeoutMs: timeout(
      "MEMBER_SOCKET_TIMEOUT_MS",
      SOCKET_CONNECT_TIMEOUT_MS,
      "how long the member socket may connect",
    ),
  },
  performerService: {
    url: optionalUrl(
      "PERFORMER_SERVICE_URL",
      "the performer service; the member API's address when not set, with `npm start` the reference backend's",
    ),
    key: setting(
      "PERFORMER_SERVICE_KEY",
      "",
      Readers.optional(Values.bearerToken),
      `${Values.MIN_TOKEN_LENGTH} visible characters or more`,
      "the key the gateway shows to the performer service; the member API's where both are one",
    ),
    timeoutMs: timeout(
      "PERFORMER_SERVICE_TIMEOUT_MS",
      READ_TIMEOUT_MS,
      "how long the performer service may take to answer",
    ),
    writeTimeoutMs: timeout(
      "PERFORMER_SERVICE_WRITE_TIMEOUT_MS",
      CHANGE_TIMEOUT_MS,
      "how long something done in a room waits before its outcome counts as unknown",
    ),
  },
  chatSocket: {
    url: optionalUrl(
      "CHAT_SOCKET_URL",
      "the chat socket; the performer service's address when not set",
    ),
    timeoutMs: timeout(
      "CHAT_SOCKET_TIMEOUT_MS",
      SOCKET_CONNECT_TIMEOUT_MS,
      "how long the chat socket may connect",
    ),
  },
  geoUrl: setting(
    "GEO_URL",
    "",
    Readers.optional(Values.geoUrl),
    "an https address that names {ip} once, such as https://geo.example/{ip}",
    "who is asked in which country an address is, after consent; it answers `country_code`. Without it nobody is asked",
  ),
  maxUpstreamCalls: number(
    "MAX_UPSTREAM_CALLS",
    200,
    1,
    10_000,
    "calls out at once to the member API, and as many to the performer service; four times as many wait",
  ),
  upstreamPauseMs: number(
    "UPSTREAM_PAUSE_MS",
    5_000,
    500,
    60_000,
    "the longest pause before an upstream that does not answer is asked again, in milliseconds",
  ),
  performerStatuses: {
    everyMs: number(
      "PERFORMER_STATUS_MS",
      1_000,
      100,
      60_000,
      "milliseconds between questions after the statuses of the performers that documents show",
    ),
    maxPerformers: number(
      "MAX_PERFORMERS_WATCHED",
      20_000,
      100,
      1_000_000,
      "performers whose statuses are asked after at once",
    ),
  },
  media: {
    url: optionalUrl(
      "MEDIA_URL",
      "the media host behind /media/; the performer service's address when not set",
    ),
    /** Each `host` or `host:port`, as in a picture's address. */
    otherHosts: mapped(
      setting(
        "MEDIA_HOSTS",
        "",
        Readers.listOf(Values.hostName),
        "hosts such as pictures.example.com, separated by commas",
        "further hosts that browsers load pictures from, over https; of all others none is shown",
      ),
      (hosts): ReadonlySet<string> => new Set(hosts),
    ),
  },
  mediaEngine: {
    /** Null: rooms have no pictures. */
    url: SHARED_SETTINGS.mediaEngine.url,
    whepPath: SHARED_SETTINGS.mediaEngine.whepPath,
    whipPath: SHARED_SETTINGS.mediaEngine.whipPath,
    timeoutMs: timeout(
      "MEDIA_ENGINE_TIMEOUT_MS",
      READ_TIMEOUT_MS,
      "how long the media engine may take to answer an offer",
    ),
  },
} as const
