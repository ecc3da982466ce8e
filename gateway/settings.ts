/**
 * All settings of the gateway: name, default, bounds and meaning, in the shape of the configuration. Its parts are
 * in settings/; SHARED_SETTINGS has those that other processes read too.
 */
import * as Readers from "@foldcast/settings/readers"
import { choice, host, mapped, number, port, real, setting } from "@foldcast/settings/setting"
import { SHARED_SETTINGS } from "@foldcast/settings/shared-settings"
import { LIMIT_SETTINGS } from "./settings/limit-settings.ts"
import * as Values from "./settings/setting-values.ts"
import { UPSTREAM_SETTINGS } from "./settings/upstream-settings.ts"

const DAY_MS = 86_400_000
const MIB = 1_048_576

export const GATEWAY_SETTINGS = {
  production: SHARED_SETTINGS.production,
  host: host("HOST", "127.0.0.1", "where the site listens"),
  port: port("PORT", 3000, "the port of the site; 0 takes a free one"),
  dataDir: SHARED_SETTINGS.dataDir,
  /** Null: a file beside the databases. */
  deletedAccountsFile: SHARED_SETTINGS.deletedAccountsFile,
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
  /** The first secret seals; all secrets unseal. Never empty. */
  sessionSecrets: real(
    "SESSION_SECRET",
    "development-only-session-secret-not-for-production",
    Readers.someOf(Values.secretKey),
    "32 random bytes or more in base64, hexadecimal or plain text; older ones may follow after commas",
    "seals what a session knows; the first seals, all open",
  ),
  /** Milliseconds. */
  longestSessionMs: SHARED_SETTINGS.sessionMs,
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
      "opens captures, under the name support, beside SUPPORT_TOKENS",
    ),
  },
  ...UPSTREAM_SETTINGS,
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
    provider: SHARED_SETTINGS.paymentProvider,
    /** Each `host` or `host:port`, as in a payment address. */
    hosts: mapped(
      real(
        "PAYMENT_HOSTS",
        "localhost:3001,127.0.0.1:3001",
        Readers.listOf(Values.hostName),
        "hosts such as pay.example.com, with port where it is not 443, separated by commas",
        "where a browser may be sent to pay; over https, and in development over http",
      ),
      (hosts): ReadonlySet<string> => new Set(hosts),
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
  minFreeBytes: SHARED_SETTINGS.minFreeBytes,
  limits: LIMIT_SETTINGS,
} as const
