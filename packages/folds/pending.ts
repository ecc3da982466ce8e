/**
 * Commands that were sent and have no known outcome yet (contracts/commands). A command ends at a fact of its
 * row with its id as the cause, when it is not admitted, when the log reaches its admitted position, or when
 * the stream is reset. So no command waits for ever.
 */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import { MAY_END_SILENTLY, SITE_OUTCOMES } from "@foldcast/contracts/commands/site-commands.gen"
import { referenceOfId } from "@foldcast/contracts/reference"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { EventTag } from "@foldcast/contracts/stream/event"
import type { Batch } from "./batch.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import { endedUntold } from "./payment.ts"
import { lazySlices } from "./lazy-slices.ts"
import type { PendingCommand, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const MAX_PENDING = 50

/** The facts that end it; undefined when it has no pending state. */
export const outcomesOf = (command: CommandTag): ReadonlyArray<EventTag> | undefined =>
  (SITE_OUTCOMES as typeof lazySlices.outcomes)[command] ?? lazySlices.outcomes[command]

const NONE = INITIAL_STATE.pending.commands

const isEmpty = (record: object) => {
  for (const _ in record) return false
  return true
}

const end = (batch: Batch, commandId: string) => {
  batch.dueSeq = null
  const pending = batch.pending()
  const commands = batch.record(pending.commands)
  delete commands[commandId]
  pending.commands = isEmpty(commands) ? NONE : commands
}

const find = (batch: Batch, commandId: string): PendingCommand | undefined => {
  const { commands } = batch.state.pending
  return Object.hasOwn(commands, commandId) ? commands[commandId] : undefined
}

/** Ends a command whose outcome, if there is one, is already folded. */
const endAtPosition = (batch: Batch, commandId: string, command: CommandTag) => {
  end(batch, commandId)
  if (MAY_END_SILENTLY[command] === undefined) endedUntold(batch, commandId)
}

const reset = (batch: Batch) => {
  batch.dueSeq = null
  batch.reset("pending")
}

/** Infinity when no command waits for a position. */
const firstDue = ({ state }: Batch): number => {
  if (state.pending.commands === NONE) return Number.POSITIVE_INFINITY
  let due = Number.POSITIVE_INFINITY
  for (const commandId in state.pending.commands) {
    const admittedSeq = state.pending.commands[commandId]?.admittedSeq ?? due
    if (admittedSeq < due) due = admittedSeq
  }
  return due
}

export const pendingSlice = {
  events: {
    StreamReset: reset,
    LoggedOut: reset,
  },
  facts: {
    CommandSent: (batch, { commandId, command }, { at }) => {
      if (outcomesOf(command) === undefined) return
      batch.dueSeq = null
      const pending = batch.pending()
      const commands = batch.record(pending.commands)
      commands[commandId] = { command, sentAt: at, admittedSeq: null }
      for (const oldest in commands) {
        if (Object.keys(commands).length <= MAX_PENDING) break
        delete commands[oldest]
      }
      pending.commands = commands
      if (pending.failures[command] !== undefined) {
        const { [command]: _, ...others } = pending.failures
        pending.failures = others
      }
    },
    CommandAdmitted: (batch, { commandId, seq }) => {
      const waiting = find(batch, commandId)
      if (waiting === undefined) return
      if (batch.seq >= seq) {
        endAtPosition(batch, commandId, waiting.command)
        return
      }
      batch.dueSeq = null
      const pending = batch.pending()
      const commands = batch.record(pending.commands)
      commands[commandId] = { ...waiting, admittedSeq: seq }
      pending.commands = commands
    },
    CommandFailed: (batch, { commandId, label }) => {
      const waiting = find(batch, commandId)
      if (waiting === undefined) return
      end(batch, commandId)
      const pending = batch.pending()
      pending.failures = { ...pending.failures, [waiting.command]: { commandId, label } }
    },
  },
} satisfies Slice

/** Runs after every event: ends the commands that the event or its position settles. */
export const settle = (batch: Batch, { cause, event, seq }: OpenEnvelope): void => {
  if (cause !== undefined) {
    const waiting = find(batch, cause)
    if (
      waiting !== undefined &&
      outcomesOf(waiting.command)?.includes(event._tag as EventTag) === true
    ) {
      end(batch, cause)
    }
  }
  if ((batch.dueSeq ??= firstDue(batch)) > seq) return
  const { commands } = batch.state.pending
  for (const commandId in commands) {
    const waiting = commands[commandId]
    if (waiting !== undefined && waiting.admittedSeq !== null && waiting.admittedSeq <= seq) {
      endAtPosition(batch, commandId, waiting.command)
    }
  }
}

export const isPending =
  (command: CommandTag) =>
  ({ pending }: SiteState): boolean =>
    Object.values(pending.commands).some((waiting) => waiting.command === command)

/** Why the last command of this kind was not admitted; null if it was admitted or none was sent. */
export const failureOf =
  (command: CommandTag) =>
  ({ pending }: SiteState): string | null =>
    pending.failures[command]?.label ?? null

/** The support reference of that command; null if it was admitted or none was sent. */
export const failureReferenceOf =
  (command: CommandTag) =>
  ({ pending }: SiteState): string | null => {
    const failed = pending.failures[command]
    return failed === undefined ? null : referenceOfId(failed.commandId)
  }
