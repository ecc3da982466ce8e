/** The documents, the list and the tables that are generated from the code, as a whole or in part. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { asyncApi, openApi } from "./interface-descriptions.ts"
import { stateTable } from "../../apps/verify/state-table.ts"
import { readPact } from "../../apps/verify/pact-file.ts"
import {
  backendSettings,
  gatewaySettings,
  mediaSettings,
  neededSettings,
  siteSettings,
} from "./settings-table.ts"
import {
  dialInCommandTables,
  messageCommandTables,
  roomCommandTables,
  safetyCommandTables,
  siteCommandTables,
} from "./command-tables.ts"
import { commonPasswords } from "./common-passwords.ts"
import { vocabulary } from "./vocabulary.ts"

interface GeneratedDocument {
  readonly path: string
  /** The whole text; a partly generated document starts from the present one. */
  readonly render: (present: string) => string
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
const section = (text: string, name: string, content: string): string => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`the document has no section ${begin} … ${end}`)
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
}

const providerStates = (): string =>
  stateTable(
    readdirSync("pacts")
      .filter((file) => file.startsWith("gateway-"))
      .map((file) => readPact(`pacts/${file}`)),
  )

export const DOCUMENTS: ReadonlyArray<GeneratedDocument> = [
  {
    path: "README.md",
    render: (present) => section(present, "settings", neededSettings()),
  },
  {
    path: "docs/settings.md",
    render: (present) =>
      [
        ["the whole site", siteSettings()],
        ["the gateway", gatewaySettings()],
        ["the reference backend", backendSettings()],
      ].reduce((text, [name = "", content = ""]) => section(text, name, content), present),
  },
  {
    path: "docs/media.md",
    render: (present) => section(present, "the media engine", mediaSettings()),
  },
  {
    path: "docs/verifying.md",
    render: (present) => section(present, "states", providerStates()),
  },
  { path: "packages/rules/common-passwords.gen.ts", render: commonPasswords },
  { path: "contracts/commands/site-commands.gen.ts", render: siteCommandTables },
  { path: "contracts/commands/room-commands.gen.ts", render: roomCommandTables },
  { path: "contracts/commands/dial-in-commands.gen.ts", render: dialInCommandTables },
  { path: "contracts/commands/message-commands.gen.ts", render: messageCommandTables },
  { path: "contracts/commands/safety-commands.gen.ts", render: safetyCommandTables },
  { path: "docs/reference/vocabulary.md", render: vocabulary },
  { path: "docs/reference/openapi.json", render: openApi },
  { path: "docs/reference/asyncapi.json", render: asyncApi },
]

export const presentText = (path: string): string =>
  existsSync(path) ? readFileSync(path, "utf8") : ""

export const documentFindings = (): ReadonlyArray<string> =>
  DOCUMENTS.filter(({ path, render }) => {
    const present = presentText(path)
    return render(present) !== present
  }).map(({ path }) => `${path} is not what npm run docs writes`)
