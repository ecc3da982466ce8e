/**
 * docs/reference/vocabulary.md: every fact, command and client fact with its fields, as the schemas declare
 * them. Pure.
 */
import { Schema, type SchemaAST } from "effect"
import { CLIENT_FACT_TAGS, ClientFact } from "../../contracts/client-facts/client-fact.ts"
import {
  COMMAND_POLICIES,
  COMMAND_SCHEMAS,
  COMMAND_TAGS,
} from "../../contracts/commands/command.ts"
import { sensitivityOf } from "../../contracts/sensitivity.ts"
import { EVENT_TAGS, FACT_TRAITS, FACT_SCHEMAS } from "../../contracts/stream/event.ts"

const fieldsOf = (schema: Schema.Top): ReadonlyArray<SchemaAST.PropertySignature> => {
  const { ast } = schema
  return ast._tag === "Objects" ? ast.propertySignatures.filter(({ name }) => name !== "_tag") : []
}

const fieldText = ({ name, type }: SchemaAST.PropertySignature): string => {
  const policy = sensitivityOf(type)?.policy
  const optional = type.context?.isOptional === true ? "?" : ""
  return `\`${String(name)}${optional}\`${policy === undefined || policy === "keep" ? "" : ` (${policy})`}`
}

const fieldList = (schema: Schema.Top): string => fieldsOf(schema).map(fieldText).join(", ") || "–"

const facts = () => [
  "| fact | version | scope | fields |",
  "|---|---|---|---|",
  ...EVENT_TAGS.map((tag) => {
    const { v, scope } = FACT_TRAITS[tag]
    return `| \`${tag}\` | ${v} | ${scope} | ${fieldList(FACT_SCHEMAS[tag])} |`
  }),
]

const commands = () => [
  "| command | fields | ends at |",
  "|---|---|---|",
  ...COMMAND_TAGS.map((tag) => {
    const { outcomes, silent } = COMMAND_POLICIES[tag]
    const list = outcomes.map((fact) => `\`${fact}\``).join(", ")
    return `| \`${tag}\` | ${fieldList(COMMAND_SCHEMAS[tag])} | ${list}${silent ? ", or without a fact" : ""} |`
  }),
]

const clientFacts = () => [
  "| client fact | fields |",
  "|---|---|",
  ...CLIENT_FACT_TAGS.map((tag) => `| \`${tag}\` | ${fieldList(ClientFact.cases[tag])} |`),
]

export const vocabulary = (): string =>
  [
    "# Vocabulary",
    "",
    "Made by `npm run docs` from the schemas in [`contracts/`](../../contracts). What a field becomes in a capture stands behind it where it does not stay as it is: `token` the same stand-in for the same value, `names` the same with stand-ins for the names in it, `drop` a placeholder, `secret` never in any log. What a name means: [glossary](../glossary.md).",
    "",
    "## Facts",
    "",
    ...facts(),
    "",
    "## Commands",
    "",
    ...commands(),
    "",
    "## Client facts",
    "",
    ...clientFacts(),
    "",
  ].join("\n")
