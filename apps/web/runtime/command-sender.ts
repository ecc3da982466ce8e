/**
 * Sends a document's commands: each is told to the log first, then posted, and the log is told whether it was admitted.
 * The outcome comes as facts on the stream.
 *
 * Invariant: the fingerprint is in no state and no log; it joins a command when that is posted.
 */
import { type CommandAnswer, type CommandPorts, postCommand } from "@foldcast/client/commands"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import type { SessionMutex } from "./session-mutex.ts"
import { CHANGES_SESSION } from "@foldcast/contracts/commands/site-commands.gen"
import type { CommandDetails } from "./site-runtime.ts"

export interface CommandSenderDeps {
  readonly origin: string
  readonly commandPorts: CommandPorts
  readonly sessionMutex: SessionMutex
  /** Undefined before there is one. */
  readonly visitNow: () => VisitId | undefined
  readonly dispatch: (fact: ClientFact) => void
  /** By which a payment may know this browser: null without consent, and until it is found. */
  readonly fingerprint: () => string | null
}

/** Those that begin a payment. */
const TAKES_FINGERPRINT: ReadonlySet<Command["_tag"]> = new Set([
  "OpenPaymentSession",
  "OpenIvrSession",
  "StartDialIn",
] as const)

export class CommandSender {
  readonly #deps: CommandSenderDeps

  constructor(deps: CommandSenderDeps) {
    this.#deps = deps
  }

  send(command: Command, commandId: CommandId, details?: CommandDetails): CommandId {
    this.#deps.dispatch({
      _tag: "CommandSent",
      commandId,
      command: command._tag,
      ...(command._tag === "CheckPayment" && { sessionId: command.sessionId }),
      ...("performerId" in command && { performerId: command.performerId }),
      ...details,
    })
    void this.#post(command, commandId)
    return commandId
  }

  async #post(command: Command, commandId: CommandId): Promise<void> {
    const answer = await this.#inTurn(command, () => this.#answerOf(command, commandId))
    this.#deps.dispatch(
      answer._tag === "Admitted"
        ? { _tag: "CommandAdmitted", commandId, seq: answer.seq }
        : { _tag: "CommandFailed", commandId, label: answer.label },
    )
  }

  #inTurn(command: Command, ask: () => Promise<CommandAnswer>): Promise<CommandAnswer> {
    const { sessionMutex } = this.#deps
    if (CHANGES_SESSION[command._tag]) return sessionMutex.change(ask)
    // A page that is being unloaded has no time left to wait in.
    const isLast = "reason" in command && command.reason === "unloaded"
    return isLast ? ask() : sessionMutex.settled().then(ask)
  }

  async #answerOf(command: Command, commandId: CommandId): Promise<CommandAnswer> {
    const { visitNow, origin, commandPorts, fingerprint: find } = this.#deps
    const visit = visitNow()
    const fingerprint = TAKES_FINGERPRINT.has(command._tag) ? find() : null
    return visit === undefined
      ? { _tag: "NotAdmitted", label: NO_ANSWER, reference: null }
      : postCommand(
          origin,
          {
            commandId,
            visit,
            command: { ...command, ...(fingerprint !== null && { fingerprint }) },
          },
          commandPorts,
        )
  }
}
