/** Commands: what the browser asks of the gateway, imperative (docs/protocol.md, "Commands"). */
import { Schema, type SchemaAST } from "effect"
import { CommandId, VisitId } from "../ids.ts"
import type { CommandPolicy } from "./command-declaration.ts"
import { DIAL_IN_COMMANDS } from "./dial-in-commands.ts"
import { MESSAGE_COMMANDS } from "./message-commands.ts"
import { ROOM_COMMANDS, type RoomCommandTag } from "./room-commands.ts"
import { SAFETY_COMMANDS } from "./safety-commands.ts"
import { SITE_COMMANDS } from "./site-commands.ts"

/** Bytes of a command's whole body. */
export const MAX_COMMAND_BYTES = 16_384

const COMMANDS = [
  ...SITE_COMMANDS,
  ...ROOM_COMMANDS,
  ...DIAL_IN_COMMANDS,
  ...MESSAGE_COMMANDS,
  ...SAFETY_COMMANDS,
] as const
type SchemasOf<Declarations extends ReadonlyArray<{ readonly schema: Schema.Top }>> = {
  readonly [Index in keyof Declarations]: Declarations[Index]["schema"]
}
const SCHEMAS = COMMANDS.map(({ schema }) => schema) as unknown as SchemasOf<typeof COMMANDS>

export const Command = Schema.Union(SCHEMAS)
export type Command = typeof Command.Type
export type CommandTag = Command["_tag"]
export type CommandOf<Tag extends CommandTag> = Extract<Command, { readonly _tag: Tag }>

export const COMMAND_TAGS: ReadonlyArray<CommandTag> = COMMANDS.map(({ tag }) => tag)

/** The schema of each command (event.ts says why not `toTaggedUnion`). @internal Documents and tests read it. */
export const COMMAND_SCHEMAS = Object.fromEntries(
  COMMANDS.map(({ tag, schema }) => [tag, schema]),
) as unknown as Readonly<
  Record<CommandTag, Schema.Codec<Command> & { readonly ast: SchemaAST.Objects }>
>

export const COMMAND_POLICIES = Object.fromEntries(
  COMMANDS.map(({ tag, policy }) => [tag, policy]),
) as Readonly<Record<CommandTag, CommandPolicy>>

const ROOM_TAGS: ReadonlySet<CommandTag> = new Set(ROOM_COMMANDS.map(({ tag }) => tag))

export const isRoomCommand = (command: Command): command is CommandOf<RoomCommandTag> =>
  ROOM_TAGS.has(command._tag)

export const CommandRequest = Schema.Struct({
  commandId: CommandId,
  visit: VisitId,
  command: Command,
}).annotate({ identifier: "CommandRequest" })
export type CommandRequest = typeof CommandRequest.Type
