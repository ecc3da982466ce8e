/**
 * Checks that docs/protocol.md names every frame, close code, fact, command, query and problem of the generated
 * descriptions, and no other. Pure.
 */
import { tableRows } from "./document-tables.ts"

/** JSON from a description. */
type Json = unknown

const isRecord = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const member = (value: Json, ...path: ReadonlyArray<string>): Json =>
  path.reduce((at, name) => (isRecord(at) ? at[name] : undefined), value)

const namesIn = (value: Json): ReadonlyArray<string> => (isRecord(value) ? Object.keys(value) : [])

/** The schema of that name and its own definitions. */
const schemasOf = (description: Json, name: string): ReadonlyArray<Json> => {
  const schemas = member(description, "components", "schemas")
  return namesIn(schemas)
    .filter((one) => one === name || one.startsWith(`${name}.`))
    .map((one) => member(schemas, one))
}

/** The enum values of a property, anywhere in the schemas. */
const wordsOf = (schema: Json, property: string): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap((one: Json) => wordsOf(one, property))
  if (!isRecord(schema)) return []
  const words = member(schema, "properties", property, "enum")
  const here = Array.isArray(words) ? words.filter((word) => typeof word === "string") : []
  return [...here, ...Object.values(schema).flatMap((one) => wordsOf(one, property))]
}

const wordsIn = (description: Json, name: string, property: string) =>
  schemasOf(description, name).flatMap((schema) => wordsOf(schema, property))

/** Each frame with its members, as `hello: epoch, n, …`. */
const framesIn = (asyncApi: Json): ReadonlyArray<string> =>
  ["GatewayFrame", "BrowserFrame"]
    .flatMap((name) => schemasOf(asyncApi, name))
    .flatMap((schema) =>
      wordsOf(schema, "k").map((k) =>
        frame(
          k,
          namesIn(member(schema, "properties")).filter((name) => name !== "k"),
        ),
      ),
    )

const frame = (k: string, members: ReadonlyArray<string>) =>
  `${k}: ${members.toSorted((a, b) => a.localeCompare(b)).join(", ")}`

const pathsWith = (openApi: Json, method: string): ReadonlyArray<string> => {
  const paths = member(openApi, "paths")
  return namesIn(paths).filter((path) => isRecord(member(paths, path, method)))
}

const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/gu)].map(([, code = ""]) => code)

const firstNames = (text: string, heading: string) =>
  tableRows(text, heading).flatMap(([first = ""]) =>
    first.includes("`") ? codesIn(first) : [first.trim()],
  )

const differences = (
  heading: string,
  written: ReadonlyArray<string>,
  described: ReadonlyArray<string>,
): ReadonlyArray<string> => [
  ...described
    .filter((name) => !written.includes(name))
    .map((name) => `docs/protocol.md: "${heading}" lacks ${name}`),
  ...written
    .filter((name) => !described.includes(name))
    .map((name) => `docs/protocol.md: "${heading}" names ${name}, which nothing describes`),
]

export interface ProtocolParts {
  readonly text: string
  readonly asyncApi: Json
  readonly openApi: Json
  /** The gateway's problem answers. */
  readonly problems: ReadonlyArray<{
    readonly type: string
    readonly status: number
    readonly label: string
  }>
}

export const protocolFindings = ({
  text,
  asyncApi,
  openApi,
  problems,
}: ProtocolParts): ReadonlyArray<string> => {
  const channel = member(asyncApi, "channels", "stream")
  const stream = String(member(channel, "address"))
  const described = {
    "Resume and reset": wordsIn(asyncApi, "GatewayFrame", "reason"),
    "Close codes": namesIn(member(channel, "x-close-codes")),
    Events: wordsIn(asyncApi, "Envelope", "_tag"),
    "Client facts": wordsIn(asyncApi, "BrowserFrame", "_tag"),
    Commands: wordsIn(openApi, "CommandRequest", "_tag"),
    Queries: pathsWith(openApi, "get"),
  }
  const methods = ["get", "post", "delete"]
  const paths = [stream, ...methods.flatMap((method) => pathsWith(openApi, method))]
  return [
    ...Object.entries(described).flatMap(([heading, names]) =>
      differences(heading, firstNames(text, heading), names),
    ),
    ...differences(
      "Frames",
      tableRows(text, "Frames").map(([k = "", members = ""]) =>
        frame(codesIn(k).join(" "), codesIn(members)),
      ),
      framesIn(asyncApi),
    ),
    ...differences(
      "Problems",
      tableRows(text, "Problems").map((cells) =>
        cells
          .join("")
          .replaceAll(/[`\s]+/gu, " ")
          .trim(),
      ),
      problems.map(({ type, status, label }) => `${type} ${status} ${label}`),
    ),
    ...differences("Paths", [...new Set(text.match(/\/api\/[\w/{}-]+/gu))], paths),
  ]
}
