/** Every setting of the gateway, as data. Callers: config.ts, tools/reference/settings-table.ts. */
import { HEARTBEAT_MS, MAX_QUEUED_BYTES, PONG_WITHIN_MS } from "@foldcast/contracts/stream/frames"
import { MAX_CLIENT_MESSAGE_BYTES } from "@foldcast/contracts/stream/frames"
import { MAX_COMMAND_BYTES } from "@foldcast/contracts/commands/command"
import {
  CHANGE_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  SOCKET_CONNECT_TIMEOUT_MS,
} from "@foldcast/contracts/upstream/limits"
import * as Readers from "@foldcast/settings/readers"
import {
  choice,
  environmentKind,
  folder,
  host,
  number,
  port,
  rate,
  real,
  secret,
  setting,
} from "@foldcast/settings/setting"
import { STEP_NAMES } from "./documents/redirects/chain.ts"
import * as Values from "./setting-values.ts"

const DAY_MS = 86_400_000
const MIB = 1_048_576

export const SETTINGS = {
  FOLDCAST_ENV: environmentKind(
    "production demands real secrets and origins, and sets Secure cookies and HSTS",
  ),
  HOST: host("127.0.0.1", "where the gateway listens"),
  PORT: port(3000, "the port of the site; 0 takes a free one"),
  DATA_DIR: folder(".data", "where logs, sessions and receipts lie"),
  PUBLIC_ORIGINS: real(
    "",
    Readers.listOf(Values.origin),
    "one or more origins such as https://example.com, separated by commas",
    "the site's own origins; development adds localhost, 127.0.0.1 and what Host says",
  ),
  TRUSTED_PROXIES: setting(
    "",
    Values.proxyNetworks,
    "addresses or networks such as 10.0.0.0/8, separated by commas",
    "peers whose X-Forwarded-For is believed; from all others it is ignored",
  ),
  SESSION_SECRET: real(
    "development-only-session-secret-not-for-production",
    Readers.someOf(Values.secretKey),
    "32 random bytes or more in base64, hexadecimal or plain text; older ones may follow after commas",
    "seals what a session knows; the first seals, all open",
  ),
  SUPPORT_TOKENS: setting(
    "",
    Readers.listOf(Values.supportToken),
    `name:token pairs separated by commas, each token ${Values.MIN_TOKEN_LENGTH} characters or more`,
    "who may open captures",
  ),
  SUPPORT_TOKEN: setting(
    "",
    Readers.optional(Values.bearerToken),
    `${Values.MIN_TOKEN_LENGTH} visible characters or more`,
    "one more support token, under the name support",
  ),
  MEMBER_API_URL: real(
    "http://127.0.0.1:3100",
    Readers.httpUrl,
    "an http or https address",
    "the member API",
  ),
  MEMBER_SOCKET_URL: setting(
    "",
    Readers.optional(Readers.httpUrl),
    "an http or https address",
    "the member socket; the member API's address when not set",
  ),
  MEMBER_API_KEY: secret(
    "development-member-api-key",
    Values.MIN_TOKEN_LENGTH,
    "the key the gateway shows to the member API",
  ),
  MEMBER_API_READ_TIMEOUT_MS: number(
    READ_TIMEOUT_MS,
    100,
    120_000,
    "how long a read waits for its answer",
  ),
  MEMBER_API_WRITE_TIMEOUT_MS: number(
    CHANGE_TIMEOUT_MS,
    100,
    120_000,
    "how long a change waits before its outcome counts as unknown",
  ),
  MEMBER_SOCKET_TIMEOUT_MS: number(
    SOCKET_CONNECT_TIMEOUT_MS,
    100,
    120_000,
    "how long the member socket may connect",
  ),
  PERFORMER_SERVICE_URL: setting(
    "",
    Readers.optional(Readers.httpUrl),
    "an http or https address",
    "the performer service; the member API's address when not set",
  ),
  PERFORMER_SERVICE_KEY: setting(
    "",
    Readers.optional(Values.bearerToken),
    `${Values.MIN_TOKEN_LENGTH} visible characters or more`,
    "the key the gateway shows to the performer service; the member API's where both are one",
  ),
  PERFORMER_SERVICE_TIMEOUT_MS: number(
    READ_TIMEOUT_MS,
    100,
    120_000,
    "how long the performer service may take to answer",
  ),
  PERFORMER_STATUS_MS: number(
    1_000,
    100,
    60_000,
    "milliseconds between questions after the statuses of the performers that documents show",
  ),
  MAX_PERFORMERS_WATCHED: number(
    20_000,
    100,
    1_000_000,
    "performers whose statuses are asked after at once",
  ),
  MEDIA_URL: setting(
    "",
    Readers.optional(Readers.httpUrl),
    "an http or https address",
    "the media host behind /media/; the performer service's address when not set",
  ),
  MEDIA_HOSTS: setting(
    "",
    Readers.listOf(Values.hostName),
    "hosts such as pictures.example.com, separated by commas",
    "further hosts that browsers load pictures from, over https; of all others none is shown",
  ),
  PARTNERS: setting(
    "",
    Readers.listOf(Values.partner),
    "id=address pairs such as house=https://partners.example.com/house, separated by commas",
    "where each brand's configuration comes from; the first brand answers every host that no other claims",
  ),
  BRAND_HOSTS: setting(
    "",
    Values.brandHosts,
    "id=host entries separated by semicolons, hosts by commas: a=a.example.com,b.example.com;c=c.example.com",
    "which hosts are which brand's",
  ),
  BRAND_REFRESH_MS: number(300_000, 100, DAY_MS, "how often a brand's configuration is asked for"),
  REDIRECT_STEPS: setting(
    STEP_NAMES.join(","),
    Readers.listOf(Readers.words),
    "names of steps separated by commas",
    "the steps of the redirect chain, in their order; a name that is no step fails every page",
  ),
  PAYMENT_PROVIDER: choice(
    "paynl",
    ["paynl", "dialxs"],
    "whose order and default of payment methods apply",
  ),
  PAYMENT_HOSTS: real(
    "localhost:3001,127.0.0.1:3001",
    Readers.listOf(Values.hostName),
    "hosts such as pay.example.com, with port where it is not 443, separated by commas",
    "where a browser may be sent to pay; over https, and in development over http",
  ),
  ACCOUNT_DISCLOSURE: choice(
    "specific",
    ["specific", "generic"],
    "generic answers every refused log-in with one text",
  ),
  RETENTION_DAYS: number(30, 1, 3_650, "days a visit is kept after its last event"),
  MAX_KEPT_ANSWER_BYTES: number(
    512 * MIB,
    0,
    1_024 * 1_024 * MIB,
    "bytes on disk for the public answers that captures show; those cited longest ago go first, 0 keeps none",
  ),
  RESUME_WINDOW_MS: number(600_000, 0, DAY_MS, "how long a gone visit can be resumed"),
  RESUME_WINDOW_EVENTS: number(5_000, 0, 50_000, "how many missed events a resume delivers"),
  HEARTBEAT_MS: number(HEARTBEAT_MS, 100, 300_000, "milliseconds between pings"),
  PONG_WITHIN_MS: number(PONG_WITHIN_MS, 100, 300_000, "milliseconds within which a pong is due"),
  MAX_QUEUED_BYTES: number(MAX_QUEUED_BYTES, 16_384, 64 * MIB, "bytes queued to one connection"),
  MAX_CLIENT_MESSAGE_BYTES: number(
    MAX_CLIENT_MESSAGE_BYTES,
    1_024,
    MIB,
    "bytes of one message from a browser, and of a POST of client facts",
  ),
  MAX_COMMAND_BYTES: number(MAX_COMMAND_BYTES, 1_024, MIB, "bytes of a command's body"),
  MAX_CONNECTIONS: number(20_000, 1, 1_000_000, "streams open at once"),
  MAX_CONNECTIONS_PER_OWNER: number(30, 1, 1_000_000, "streams open at once for one browser"),
  MAX_CONNECTIONS_PER_ADDRESS: number(2_000, 1, 1_000_000, "streams open at once from one address"),
  RATE_STREAMS_PER_OWNER: rate("120/1m", "streams one browser opens"),
  RATE_STREAMS_PER_ADDRESS: rate("1200/1m", "streams opened from one address"),
  RATE_COMMANDS_PER_OWNER: rate("240/1m", "commands of one browser"),
  RATE_COMMANDS_PER_ADDRESS: rate("2400/1m", "commands from one address"),
  RATE_FACTS_PER_OWNER: rate("1200/1m", "messages of client facts of one browser"),
  RATE_FACTS_PER_ADDRESS: rate("12000/1m", "messages of client facts from one address"),
  RATE_QUERIES_PER_ADDRESS: rate(
    "6000/1m",
    "questions about performers from one address, those of its pages among them; over it pages come without answers",
  ),
  RATE_PICTURES_PER_ADDRESS: rate("60000/1m", "pictures sent to one address"),
  RATE_FAILED_LOG_INS_PER_ACCOUNT: rate("20/15m", "failed log-ins of one account"),
  RATE_FAILED_LOG_INS_PER_ADDRESS: rate("100/15m", "failed log-ins from one address"),
  RATE_REGISTRATIONS_PER_ADDRESS: rate("60/1h", "registrations from one address"),
  RATE_PASSWORD_RESETS_PER_ADDRESS: rate(
    "60/1h",
    "password reset mails asked for from one address",
  ),
  RATE_PASSWORD_RESETS_PER_ACCOUNT: rate("10/1h", "password reset mails asked for one account"),
  RATE_ACTIVATION_MAILS_PER_MEMBER: rate("10/1h", "verification mails one member asks for again"),
  RATE_SUGGESTIONS_PER_OWNER: rate("60/1m", "username suggestions one browser asks for"),
} as const
