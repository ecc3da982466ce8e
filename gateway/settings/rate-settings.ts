/** Rate limits per browser, address or account; they are checked before any work is done. */
import { rate } from "@foldcast/settings/setting"
import { SHARED_SETTINGS } from "@foldcast/settings/shared-settings"

export const RATE_SETTINGS = {
  pagesPerAddress: rate("RATE_PAGES_PER_ADDRESS", "1200/1m", "pages asked for from one address"),
  streamsPerOwner: rate("RATE_STREAMS_PER_OWNER", "120/1m", "streams one browser opens"),
  streamsPerAddress: rate("RATE_STREAMS_PER_ADDRESS", "1200/1m", "streams opened from one address"),
  commandsPerOwner: rate("RATE_COMMANDS_PER_OWNER", "240/1m", "commands of one browser"),
  commandsPerAddress: rate("RATE_COMMANDS_PER_ADDRESS", "2400/1m", "commands from one address"),
  factsPerOwner: rate("RATE_FACTS_PER_OWNER", "1200/1m", "messages of client facts of one browser"),
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
  pinsPerIvrSession: rate("RATE_PINS_PER_IVR_SESSION", "5/1h", "PINs tried for one number"),
  picturesPerAddress: rate("RATE_PICTURES_PER_ADDRESS", "60000/1m", "pictures sent to one address"),
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
  ...SHARED_SETTINGS.rates,
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
  reportsPerAddress: rate("RATE_REPORTS_PER_ADDRESS", "30/1h", "reports from one address"),
  reportsPerOwner: rate("RATE_REPORTS_PER_OWNER", "10/1h", "reports of one browser"),
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
} as const
