/**
 * Settings for limits on what the gateway keeps, queues and holds open at once; rate limits are in
 * rate-settings.ts.
 */
import { MAX_COMMAND_BYTES } from "@foldcast/contracts/commands/command"
import {
  HEARTBEAT_MS,
  MAX_CLIENT_MESSAGE_BYTES,
  MAX_QUEUED_BYTES,
  PONG_WITHIN_MS,
} from "@foldcast/contracts/stream/frames"
import { number } from "@foldcast/settings/setting"
import { RATE_SETTINGS } from "./rate-settings.ts"

const DAY_MS = 86_400_000
const MIB = 1_048_576

export const LIMIT_SETTINGS = {
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
  rates: RATE_SETTINGS,
} as const
