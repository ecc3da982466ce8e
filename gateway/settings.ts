/**
 * Every setting of the gateway, once: its name, default, bounds and meaning, in the shape of the configuration that
 * is made of it.
 */
import { MAX_COMMAND_BYTES } from "@foldcast/contracts/commands/command"
import {
  HEARTBEAT_MS,
  MAX_CLIENT_MESSAGE_BYTES,
  MAX_QUEUED_BYTES,
  PONG_WITHIN_MS,
} from "@foldcast/contracts/stream/frames"
import {
  CHANGE_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  SOCKET_CONNECT_TIMEOUT_MS,
} from "@foldcast/contracts/upstream/limits"
import { whepPath, whipPath } from "@foldcast/settings/engine-path"
import * as Readers from "@foldcast/settings/readers"
import {
  choice,
  folder,
  host,
  mapped,
  number,
  optionalUrl,
  port,
  production,
  rate,
  real,
  secretSetting,
  setting,
} from "@foldcast/settings/setting"
import * as Values from "./setting-values.ts"

const DAY_MS = 86_400_000
const MIB = 1_048_576

const aSet = (texts: ReadonlyArray<string>): ReadonlySet<string> => new Set(texts)
const timeout = (name: string, fallback: number, meaning: string) =>
  number(name, fallback, 100, 120_000, meaning)

export const SETTINGS = {
  production: production(
    "`production` demands real secrets and origins, and sets Secure cookies and HSTS",
  ),
  host: host("HOST", "127.0.0.1", "where the gateway listens"),
  port: port("PORT", 3000, "the port of the site; 0 takes a free one"),
  dataDir: folder("DATA_DIR", ".data", "where logs, sessions and receipts lie"),
  /** Null: beside the databases. */
  deletedAccountsFile: setting(
    "DELETED_ACCOUNTS_FILE",
    "",
    Readers.optional(Readers.words),
    "a file",
    "the list of deleted accounts, which no backup is restored over; deleted-accounts.txt in DATA_DIR when not set",
  ),
  /** Null: the version of the package. */
  build: setting(
    "FOLDCAST_BUILD",
    "",
    Readers.optional(Readers.words),
    "a name",
    "names the build in captures; the package's version when not set",
  ),
  origins: {
    own: real(
      "PUBLIC_ORIGINS",
      "",
      Readers.listOf(Values.origin),
      "one or more origins such as https://example.com, separated by commas",
      "the site's own origins; development adds localhost, 127.0.0.1 and what Host says",
    ),
  },
  trustedProxies: real(
    "TRUSTED_PROXIES",
    "",
    Values.proxyNetworks,
    "addresses or networks such as 10.0.0.0/8, separated by commas, or none where nothing stands before the gateway",
    "peers whose X-Forwarded-For is believed; from all others it is ignored",
  ),
  /** The first seals; all open. Never empty. */
  sessionSecrets: real(
    "SESSION_SECRET",
    "development-only-session-secret-not-for-production",
    Readers.someOf(Values.secretKey),
    "32 random bytes or more in base64, hexadecimal or plain text; older ones may follow after commas",
    "seals what a session knows; the first seals, all open",
  ),
  /** Milliseconds. */
  longestSessionMs: mapped(
    number(
      "SESSION_DAYS",
      90,
      1,
      365,
      "days after a log-in that a member's session ends, however much it is used; without use it ends after 30",
    ),
    (days) => days * DAY_MS,
  ),
  supportTokens: {
    named: setting(
      "SUPPORT_TOKENS",
      "",
      Readers.listOf(Values.supportToken),
      `name:token pairs separated by commas, each token ${Values.MIN_TOKEN_LENGTH} characters or more`,
      "who may open captures",
    ),
    one: setting(
      "SUPPORT_TOKEN",
      "",
      Readers.optional(Values.bearerToken),
      `${Values.MIN_TOKEN_LENGTH} visible characters or more`,
      "one more support token, under the name support",
    ),
  },
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
      "the member API",
    ),
    key: secretSetting(
      "MEMBER_API_KEY",
      "development-member-api-key",
      Values.MIN_TOKEN_LENGTH,
      "the key the gateway shows to the member API",
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
      "the performer service; the member API's address when not set",
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
    /** `host` or `host:port`, as they stand in a picture's address. */
    otherHosts: mapped(
      setting(
        "MEDIA_HOSTS",
        "",
        Readers.listOf(Values.hostName),
        "hosts such as pictures.example.com, separated by commas",
        "further hosts that browsers load pictures from, over https; of all others none is shown",
      ),
      aSet,
    ),
  },
  mediaEngine: {
    /** Null: rooms have no pictures. */
    url: optionalUrl(
      "MEDIA_ENGINE_URL",
      "the media engine, which rooms are watched from by WHEP; without it no room has a picture",
    ),
    whepPath: whepPath(
      "where at the engine an offer to watch is posted; {path} is what the chat service names, live/42",
    ),
    whipPath: whipPath(
      "where at the engine an offer of a viewer's own camera is posted; {path} is what the chat service names, camback/7",
    ),
    timeoutMs: timeout(
      "MEDIA_ENGINE_TIMEOUT_MS",
      READ_TIMEOUT_MS,
      "how long the media engine may take to answer an offer",
    ),
  },
  partners: setting(
    "PARTNERS",
    "",
    Readers.listOf(Values.partner),
    "id=address pairs such as house=https://partners.example.com/house, separated by commas",
    "where each brand's configuration comes from; the first brand answers every host that no other claims",
  ),
  brandHosts: setting(
    "BRAND_HOSTS",
    "",
    Values.brandHosts,
    "id=host entries separated by semicolons, hosts by commas: a=a.example.com,b.example.com;c=c.example.com",
    "which hosts are which brand's",
  ),
  brandRefreshMs: number(
    "BRAND_REFRESH_MS",
    300_000,
    100,
    DAY_MS,
    "how often a brand's configuration is asked for",
  ),
  redirectSteps: setting(
    "REDIRECT_STEPS",
    Values.REDIRECT_STEPS.join(","),
    Readers.listOf(Readers.words),
    "names of steps separated by commas",
    "the steps of the redirect chain, in their order; a name that is no step fails every page",
  ),
  payment: {
    provider: choice(
      "PAYMENT_PROVIDER",
      "paynl",
      ["paynl", "dialxs"],
      "whose order and default of payment methods apply",
    ),
    /** `host` or `host:port`, as they stand in a payment address. */
    hosts: mapped(
      real(
        "PAYMENT_HOSTS",
        "localhost:3001,127.0.0.1:3001",
        Readers.listOf(Values.hostName),
        "hosts such as pay.example.com, with port where it is not 443, separated by commas",
        "where a browser may be sent to pay; over https, and in development over http",
      ),
      aSet,
    ),
  },
  accountDisclosure: choice(
    "ACCOUNT_DISCLOSURE",
    "generic",
    ["generic", "specific"],
    "generic answers every refused log-in with one text; specific says whether there is such an account",
  ),
  retentionDays: number(
    "RETENTION_DAYS",
    30,
    1,
    3_650,
    "days a visit is kept after its last event",
  ),
  maxKeptAnswerBytes: number(
    "MAX_KEPT_ANSWER_BYTES",
    512 * MIB,
    0,
    1_024 * 1_024 * MIB,
    "bytes on disk for the public answers that captures show; those cited longest ago go first, 0 keeps none",
  ),
  minFreeBytes: number(
    "MIN_FREE_BYTES",
    256 * MIB,
    0,
    1_024 * 1_024 * MIB,
    "bytes of the disk of DATA_DIR that are to stay free: with less guests are refused, with a quarter of it members too",
  ),
  limits: {
    resumeWindowMs: number(
      "RESUME_WINDOW_MS",
      600_000,
      0,
      DAY_MS,
      "how long a gone visit can be resumed",
    ),
    watchingAwayMs: number(
      "WATCHING_AWAY_MS",
      60_000,
      0,
      DAY_MS,
      "how long who watches free stays in the room while nobody listens; who comes back later is brought in again",
    ),
    resumeWindowEvents: number(
      "RESUME_WINDOW_EVENTS",
      5_000,
      0,
      50_000,
      "how many missed events a resume delivers",
    ),
    heartbeatMs: number("HEARTBEAT_MS", HEARTBEAT_MS, 100, 300_000, "milliseconds between pings"),
    deletedAccountsEveryMs: number(
      "DELETED_ACCOUNTS_EVERY_MS",
      60_000,
      100,
      3_600_000,
      "milliseconds between two questions to the member API which accounts were deleted",
    ),
    lastFramesMs: number(
      "LAST_FRAMES_MS",
      1_000,
      100,
      60_000,
      "milliseconds that a stream which is still catching up has to read that its session ended",
    ),
    pongWithinMs: number(
      "PONG_WITHIN_MS",
      PONG_WITHIN_MS,
      100,
      300_000,
      "milliseconds within which a pong is due",
    ),
    maxQueuedBytes: number(
      "MAX_QUEUED_BYTES",
      MAX_QUEUED_BYTES,
      16_384,
      64 * MIB,
      "bytes queued to one connection",
    ),
    maxQueuedBytesInAll: number(
      "MAX_QUEUED_BYTES_IN_ALL",
      128 * MIB,
      MIB,
      1_024 * 1_024 * MIB,
      "bytes queued to all connections together: beyond them the longest queues are cut first",
    ),
    maxClientMessageBytes: number(
      "MAX_CLIENT_MESSAGE_BYTES",
      MAX_CLIENT_MESSAGE_BYTES,
      1_024,
      MIB,
      "bytes of one message from a browser, and of a POST of client facts",
    ),
    maxCommandBytes: number(
      "MAX_COMMAND_BYTES",
      MAX_COMMAND_BYTES,
      1_024,
      MIB,
      "bytes of a command's body",
    ),
    maxConnections: number("MAX_CONNECTIONS", 20_000, 1, 1_000_000, "streams open at once"),
    maxConnectionsPerOwner: number(
      "MAX_CONNECTIONS_PER_OWNER",
      30,
      1,
      1_000_000,
      "streams open at once for one browser",
    ),
    maxConnectionsPerAddress: number(
      "MAX_CONNECTIONS_PER_ADDRESS",
      2_000,
      1,
      1_000_000,
      "streams open at once from one address",
    ),
    maxMediaSessionsPerOwner: number(
      "MAX_MEDIA_SESSIONS_PER_OWNER",
      8,
      1,
      1_000_000,
      "rooms that one browser watches at once, and as many cameras that it shows",
    ),
    maxMediaSessionsPerAddress: number(
      "MAX_MEDIA_SESSIONS_PER_ADDRESS",
      24,
      1,
      1_000_000,
      "rooms watched at once from one address, and as many cameras shown: a part of MEDIA_MAX_VIEWERS, so that others have places too",
    ),
    maxPages: number(
      "MAX_PAGES",
      200,
      1,
      100_000,
      "pages made at once; as many wait for their turn, and what comes on top is told to try again",
    ),
    maxSockets: number(
      "MAX_SOCKETS",
      30_000,
      10,
      1_000_000,
      "connections of any kind open at once; on what comes on top only /health and /metrics are answered",
    ),
    maxSocketsPerAddress: number(
      "MAX_SOCKETS_PER_ADDRESS",
      4_000,
      1,
      1_000_000,
      "connections of any kind open at once from one address; those of TRUSTED_PROXIES are not counted",
    ),
    maxEventLoopDelayMs: number(
      "MAX_EVENT_LOOP_DELAY_MS",
      200,
      1,
      60_000,
      "milliseconds that the event loop may be late, on average over half a second and twice in a row, before pages and new streams are refused",
    ),
    readWithinMs: number(
      "READ_WITHIN_MS",
      60_000,
      100,
      3_600_000,
      "milliseconds in which a page or a file is to be asked for, made and read to its end; then its connection is cut",
    ),
    rates: {
      pagesPerAddress: rate(
        "RATE_PAGES_PER_ADDRESS",
        "1200/1m",
        "pages asked for from one address",
      ),
      streamsPerOwner: rate("RATE_STREAMS_PER_OWNER", "120/1m", "streams one browser opens"),
      streamsPerAddress: rate(
        "RATE_STREAMS_PER_ADDRESS",
        "1200/1m",
        "streams opened from one address",
      ),
      commandsPerOwner: rate("RATE_COMMANDS_PER_OWNER", "240/1m", "commands of one browser"),
      commandsPerAddress: rate("RATE_COMMANDS_PER_ADDRESS", "2400/1m", "commands from one address"),
      factsPerOwner: rate(
        "RATE_FACTS_PER_OWNER",
        "1200/1m",
        "messages of client facts of one browser",
      ),
      factsPerAddress: rate(
        "RATE_FACTS_PER_ADDRESS",
        "12000/1m",
        "messages of client facts from one address",
      ),
      storedBytesPerOwner: rate(
        "RATE_STORED_BYTES_PER_OWNER",
        "67108864/24h",
        "bytes that one browser has stored: its visits, commands and client facts",
      ),
      storedBytesPerAddress: rate(
        "RATE_STORED_BYTES_PER_ADDRESS",
        "999999999/24h",
        "bytes stored from one address",
      ),
      queriesPerAddress: rate(
        "RATE_QUERIES_PER_ADDRESS",
        "6000/1m",
        "questions about performers from one address, those of its pages among them; over it pages come without answers",
      ),
      sessionQueriesPerAddress: rate(
        "RATE_SESSION_QUERIES_PER_ADDRESS",
        "6000/1m",
        "questions about the session from one address, whatever their cookies prove",
      ),
      picturesPerAddress: rate(
        "RATE_PICTURES_PER_ADDRESS",
        "60000/1m",
        "pictures sent to one address",
      ),
      stillsPerAddress: rate(
        "RATE_STILLS_PER_ADDRESS",
        "6000/1m",
        "stills of free pictures asked for from one address; who watches by them asks for thirty a minute",
      ),
      refusedSupportTokensPerAddress: rate(
        "RATE_REFUSED_SUPPORT_TOKENS_PER_ADDRESS",
        "10/15m",
        "wrong support tokens from one address; then none is looked at there, and the log says so",
      ),
      refusedSupportTokens: rate(
        "RATE_REFUSED_SUPPORT_TOKENS",
        "50/15m",
        "wrong support tokens from everywhere; beyond it the log says so, and right ones go on opening captures",
      ),
      watchesPerOwner: rate(
        "RATE_WATCHES_PER_OWNER",
        "120/1m",
        "offers to watch a room by one browser",
      ),
      camBacksPerOwner: rate(
        "RATE_CAM_BACKS_PER_OWNER",
        "30/1m",
        "offers of a viewer's own camera by one browser",
      ),
      watchesPerAddress: rate(
        "RATE_WATCHES_PER_ADDRESS",
        "2400/1m",
        "offers to watch rooms and of cameras from one address, and their ends",
      ),
      failedLogInsPerAccount: rate(
        "RATE_FAILED_LOG_INS_PER_ACCOUNT",
        "20/15m",
        "failed log-ins of one account",
      ),
      failedLogInsPerAddress: rate(
        "RATE_FAILED_LOG_INS_PER_ADDRESS",
        "100/15m",
        "failed log-ins from one address",
      ),
      refusedLinksPerAddress: rate(
        "RATE_REFUSED_LINKS_PER_ADDRESS",
        "100/15m",
        "links of mails that are of no use, followed from one address",
      ),
      registrationsPerAddress: rate(
        "RATE_REGISTRATIONS_PER_ADDRESS",
        "60/1h",
        "registrations from one address",
      ),
      passwordResetsPerAddress: rate(
        "RATE_PASSWORD_RESETS_PER_ADDRESS",
        "60/1h",
        "password reset mails asked for from one address",
      ),
      passwordResetsPerAccount: rate(
        "RATE_PASSWORD_RESETS_PER_ACCOUNT",
        "10/1h",
        "password reset mails asked for one account",
      ),
      activationMailsPerMember: rate(
        "RATE_ACTIVATION_MAILS_PER_MEMBER",
        "10/1h",
        "verification mails one member asks for again",
      ),
      suggestionsPerOwner: rate(
        "RATE_SUGGESTIONS_PER_OWNER",
        "60/1m",
        "username suggestions one browser asks for",
      ),
      creditFilesPerOwner: rate(
        "RATE_CREDIT_FILES_PER_OWNER",
        "10/1h",
        "files of all credit movements one browser asks for",
      ),
    },
  },
} as const
