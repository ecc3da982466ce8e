/**
 * The part of the launcher's environment that a process inherits: its declared settings, and the variables of
 * Node.js and its libraries. Everything else stays with the launcher, so that no process holds another's
 * secret. Pure.
 */
import { BACKEND_SETTINGS as BACKEND } from "@foldcast/backend/settings"
import { GATEWAY_SETTINGS as GATEWAY } from "@foldcast/gateway/settings"
import { MEDIA_SETTINGS as MEDIA } from "@foldcast/media/config"
import type { Environment } from "@foldcast/settings/read-settings"
import { settingsOf, type SettingTree } from "@foldcast/settings/setting"
import { SIMULATOR_SETTINGS as SIMULATORS } from "@foldcast/simulators/config"
import type { ProcessName } from "./plans.ts"

const namesIn = (tree: SettingTree): ReadonlySet<string> =>
  new Set(settingsOf(tree).flatMap(([, { name, formerName }]) => [name, formerName ?? name]))

const DECLARED: Readonly<Record<ProcessName, ReadonlySet<string>>> = {
  simulators: namesIn(SIMULATORS),
  backend: namesIn(BACKEND),
  media: namesIn(MEDIA),
  gateway: namesIn(GATEWAY),
}

/** Paths of programs and files, time and language, Node's own options, and the network's proxies. */
const OF_THE_SYSTEM =
  /^(?:PATH|HOME|USER|TMPDIR|TZ|LANG|LANGUAGE|LC_\w+|NODE_\w+|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy)$/iu

export const inheritedBy = (
  name: ProcessName,
  environment: Environment,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (DECLARED[name].has(entry[0]) || OF_THE_SYSTEM.test(entry[0])),
    ),
  )
