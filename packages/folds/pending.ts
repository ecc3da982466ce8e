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
import type { Draft } from "./draft.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import { endedUntold } from "./payment.ts"
import { lazySlices } from "./lazy-slices.ts"
import type { PendingCommand, PendingState, SiteState } from "./site-state.ts"
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

const initial = () => INITIAL_STATE.pending

/** Undefined where no command with this id waits. */
export const waitingCommand = ({ commands }: PendingState, commandId: string | undefined) =>
  commandId !== undefined && Object.hasOwn(commands, commandId) ? commands[commandId] : undefined

const ended = (pending: PendingState, commandId: string): PendingState => {
  const { [commandId]: _, ...others } = pending.commands
  return { ...pending, commands: isEmpty(others) ? NONE : others }
}

export const pendingSlice = {
  events: {
    StreamReset: initial,
    LoggedOut: initial,
  },
  facts: {
    CommandSent: (pending, { commandId, command }, { at }) => {
      if (outcomesOf(command) === undefined) return pending
      const sent: PendingCommand = { command, sentAt: at, admittedSeq: null }
      const latest = Object.entries({ ...pending.commands, [commandId]: sent }).slice(-MAX_PENDING)
      const { [command]: failure, ...others } = pending.failures
      const failures = failure === undefined ? pending.failures : others
      return { commands: Object.fromEntries(latest), failures }
    },
    CommandAdmitted: (pending, { commandId, seq: admittedSeq }) => {
      const waiting = waitingCommand(pending, commandId)
      if (waiting === undefined) return pending
      return {
        ...pending,
        commands: { ...pending.commands, [commandId]: { ...waiting, admittedSeq } },
      }
    },
    CommandFailed: (before, { commandId, label }) => {
      const waiting = waitingCommand(before, commandId)
      if (waiting === undefined) return before
      const pending = ended(before, commandId)
      return {
        ...pending,
        failures: { ...pending.failures, [waiting.command]: { commandId, label } },
      }
    },
  },
} satisfies Slice<PendingState>

/** Ends the command whose outcome the event is. */
const answered = (pending: PendingState, { cause, event }: OpenEnvelope): PendingState => {
  const waiting = waitingCommand(pending, cause)
  const isOutcome =
    waiting !== undefined && outcomesOf(waiting.command)?.includes(event._tag as EventTag) === true
  return isOutcome && cause !== undefined ? ended(pending, cause) : pending
}

/**
 * Runs after every entry: ends the command whose outcome the entry is, and those whose admitted position the log has
 * reached: their outcome, if there is one, is folded already.
 */
export const settle = (draft: Draft, envelope: OpenEnvelope | null): void => {
  const { pending: before, payment: paymentBefore, visit } = draft.site
  if (before.commands === NONE) return
  let payment = paymentBefore
  let pending = envelope === null ? before : answered(before, envelope)
  for (const [commandId, { command, admittedSeq }] of Object.entries(pending.commands)) {
    if (admittedSeq === null || admittedSeq > visit.seq) continue
    pending = ended(pending, commandId)
    if (MAY_END_SILENTLY[command] === undefined) payment = endedUntold(payment, commandId)
  }
  if (pending !== before) draft.set("pending", pending)
  if (payment !== paymentBefore) draft.set("payment", payment)
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
