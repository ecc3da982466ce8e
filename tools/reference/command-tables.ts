/**
 * The commands' tables for the browser's script, as source text: contracts/commands/*.gen.ts. The declarations
 * hold schemas, which the browser does not load (ADR 0058). Pure.
 */
import type { CommandPolicy } from "../../contracts/commands/command-declaration.ts"
import { DIAL_IN_COMMANDS } from "../../contracts/commands/dial-in-commands.ts"
import { MESSAGE_COMMANDS } from "../../contracts/commands/message-commands.ts"
import { ROOM_COMMANDS } from "../../contracts/commands/room-commands.ts"
import { SAFETY_COMMANDS } from "../../contracts/commands/safety-commands.ts"
import { SITE_COMMANDS } from "../../contracts/commands/site-commands.ts"

interface Declared {
  readonly tag: string
  readonly policy: CommandPolicy
}

const outcomes = (name: string, tags: string, declared: ReadonlyArray<Declared>) => [
  `export const ${name}: Readonly<Record<${tags}, ReadonlyArray<EventTag>>> = {`,
  ...declared.map(({ tag, policy }) => `  ${tag}: ${JSON.stringify(policy.outcomes)},`),
  "}",
  "",
]

const flags = (name: string, declared: ReadonlyArray<Declared>) => [
  `export const ${name}: { readonly [Tag in CommandTag]?: true } = {`,
  ...declared.map(({ tag }) => `  ${tag}: true,`),
  "}",
  "",
]

export const siteCommandTables = (): string => {
  const all: ReadonlyArray<Declared> = [...SITE_COMMANDS, ...ROOM_COMMANDS]
  return [
    "// Made by `npm run docs` from contracts/commands/site-commands.ts and room-commands.ts.",
    'import type { EventTag } from "../stream/event.ts"',
    'import type { CommandTag } from "./command.ts"',
    'import type { SiteCommandTag } from "./site-commands.ts"',
    "",
    ...outcomes("SITE_OUTCOMES", "SiteCommandTag", SITE_COMMANDS),
    ...flags(
      "MAY_END_SILENTLY",
      all.filter(({ policy }) => policy.silent),
    ),
    "/** Their answer may bring another cookie. */",
    ...flags(
      "CHANGES_SESSION",
      all.filter(({ policy }) => policy.session !== "kept"),
    ),
  ].join("\n")
}

/** A separate file: only who pays by phone loads it. */
export const dialInCommandTables = (): string =>
  [
    "// Made by `npm run docs` from contracts/commands/dial-in-commands.ts.",
    'import type { EventTag } from "../stream/event.ts"',
    'import type { DialInCommandTag } from "./dial-in-commands.ts"',
    "",
    ...outcomes("DIAL_IN_OUTCOMES", "DialInCommandTag", DIAL_IN_COMMANDS),
  ].join("\n")

/** A separate file: only who may block or report somebody loads it. */
export const safetyCommandTables = (): string =>
  [
    "// Made by `npm run docs` from contracts/commands/safety-commands.ts.",
    'import type { EventTag } from "../stream/event.ts"',
    'import type { SafetyCommandTag } from "./safety-commands.ts"',
    "",
    ...outcomes("SAFETY_OUTCOMES", "SafetyCommandTag", SAFETY_COMMANDS),
  ].join("\n")

/** A separate file, because a room's script loads after the site's. */
export const roomCommandTables = (): string =>
  [
    "// Made by `npm run docs` from contracts/commands/room-commands.ts.",
    'import type { EventTag } from "../stream/event.ts"',
    'import type { RoomCommandTag } from "./room-commands.ts"',
    "",
    ...outcomes("ROOM_OUTCOMES", "RoomCommandTag", ROOM_COMMANDS),
  ].join("\n")

/** A separate file: only who reads messages loads it. */
export const messageCommandTables = (): string =>
  [
    "// Made by `npm run docs` from contracts/commands/message-commands.ts.",
    'import type { EventTag } from "../stream/event.ts"',
    'import type { MessageCommandTag } from "./message-commands.ts"',
    "",
    ...outcomes("MESSAGE_OUTCOMES", "MessageCommandTag", MESSAGE_COMMANDS),
  ].join("\n")
