/** How a member's account tasks end, and how long each outcome stays. */
import { describe, expect, it } from "vitest"
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { taskEnd } from "./account.ts"
import { openDialog } from "./dialogs.ts"
import { commandId, TestLog } from "./log.fixtures.ts"
import { isPending } from "./pending.ts"
import type { AccountTask } from "./site-state.ts"

const sessionId = "session-0001" as OpenSessionId

interface Ends {
  readonly task: AccountTask
  readonly commands: ReadonlyArray<CommandTag>
  readonly done: Event
  /** Null when the task is never refused. */
  readonly refused: Event | null
}

const label = "aLabel"
const ENDS: ReadonlyArray<Ends> = [
  {
    task: "requestPasswordReset",
    commands: ["RequestPasswordReset"],
    done: { _tag: "PasswordResetMailRequested" },
    refused: null,
  },
  {
    task: "checkResetLink",
    commands: ["CheckResetLink"],
    done: { _tag: "ResetLinkChecked" },
    refused: { _tag: "ResetLinkRefused", label },
  },
  {
    task: "changePassword",
    commands: ["ChangePassword", "ResetPassword"],
    done: { _tag: "PasswordChanged" },
    refused: { _tag: "PasswordChangeRefused", label },
  },
  {
    task: "changeEmail",
    commands: ["ChangeEmail"],
    done: { _tag: "EmailChangeRequested" },
    refused: { _tag: "EmailChangeRefused", label },
  },
  {
    task: "cancelEmailChange",
    commands: ["CancelEmailChange"],
    done: { _tag: "EmailChangeCancelled" },
    refused: { _tag: "EmailChangeCancelRefused", label },
  },
  {
    task: "changeUsername",
    commands: ["ChangeUsername"],
    done: { _tag: "UsernameChanged" },
    refused: { _tag: "UsernameChangeRefused", label },
  },
  {
    task: "activate",
    commands: ["Activate"],
    done: { _tag: "ActivationSucceeded", credits: 120 },
    refused: { _tag: "ActivationRefused", label },
  },
  {
    task: "resendActivation",
    commands: ["ResendActivation"],
    done: { _tag: "ActivationMailSent" },
    refused: { _tag: "ActivationMailRefused", label },
  },
  {
    task: "deleteAccount",
    commands: ["DeleteAccount"],
    done: { _tag: "AccountDeleted" },
    refused: { _tag: "AccountDeletionRefused", label },
  },
  {
    task: "endSession",
    commands: ["EndSession"],
    done: { _tag: "SessionEnded", sessionId },
    refused: { _tag: "SessionEndRefused", label },
  },
  {
    task: "verifyAge",
    commands: ["VerifyAge"],
    done: { _tag: "AgeVerified" },
    refused: { _tag: "AgeVerificationRefused", label },
  },
]

const id = commandId("asked")
const sent = (log: TestLog, command: CommandTag) =>
  log.fact({ _tag: "CommandSent", commandId: id, command })

describe.each(ENDS)("the state of $task", ({ task, commands, done }) => {
  it("is pending from its command to its end, and done at that moment", () => {
    for (const command of commands) {
      const log = sent(new TestLog(), command)
      expect(isPending(command)(log.state)).toBe(true)
      log.event(done, id)
      expect(isPending(command)(log.state)).toBe(false)
      expect(taskEnd(task)(log.state)).toEqual({ _tag: "Done", at: 1_000 })
    }
  })
  it("stays done while a dialog opens, and is reset with the stream", () => {
    const log = new TestLog().event(done).fact({ _tag: "DialogOpened", dialog: "logIn" })
    expect(taskEnd(task)(log.state)._tag).toBe("Done")
    log.event({ _tag: "StreamReset", reason: "epoch" })
    expect(taskEnd(task)(log.state)).toEqual({ _tag: "None" })
  })
})

const REFUSABLE = ENDS.flatMap(({ refused, ...ends }) =>
  refused === null ? [] : [{ ...ends, refused }],
)

describe.each(REFUSABLE)("a refused $task", ({ task, commands, refused }) => {
  it("says why, until it is sent again or a dialog opens", () => {
    for (const command of commands) {
      const log = () => sent(new TestLog(), command).event(refused, id)
      expect(isPending(command)(log().state)).toBe(false)
      expect(taskEnd(task)(log().state)).toEqual({ _tag: "Refused", label })
      expect(taskEnd(task)(sent(log(), command).state)).toEqual({ _tag: "None" })
      const opened = log().fact({ _tag: "DialogOpened", dialog: "logIn" })
      expect(taskEnd(task)(opened.state)).toEqual({ _tag: "None" })
    }
  })
})

describe("the state after a log-out", () => {
  const loggedOut = (reason: "requested" | "replaced" | "deleted") =>
    ({ _tag: "LoggedOut", reason }) as const

  it("still says what ended the session: a reset password, a deleted account, a verified address", () => {
    const log = new TestLog()
      .event({ _tag: "PasswordChanged" })
      .event({ _tag: "AccountDeleted" })
      .event({ _tag: "ActivationSucceeded", credits: 60 })
      .event({ _tag: "EmailChanged" })
      .event(loggedOut("replaced"))
    const ended = (["changePassword", "deleteAccount", "activate", "changeEmail"] as const).map(
      (task) => taskEnd(task)(log.state)._tag,
    )
    expect(ended).toEqual(["Done", "Done", "Done", "None"])
    expect(log.state.account.activationCredits).toBe(60)
  })
  it("still says that the verified address was another account's", () => {
    const log = new TestLog()
      .event({ _tag: "ActivationSucceeded", credits: 60, ofAnother: true })
      .event(loggedOut("requested"))
    expect(log.state.account.activationOfAnother).toBe(true)
  })
  it("keeps the age checked in this browser [AUTH-04]", () => {
    const log = new TestLog().event({ _tag: "AgeVerified" }).event(loggedOut("requested"))
    expect(log.state.account.ageVerified).toBe(true)
    expect(new TestLog().event(loggedOut("requested")).state.account.ageVerified).toBe(false)
  })
})

describe("the dialogs of an account", () => {
  it("close when what they ask for is there", () => {
    const shown = (dialog: "changeUsername" | "ageCheck" | "authDrawer", event: Event) =>
      openDialog(new TestLog().fact({ _tag: "DialogOpened", dialog }).event(event).state)
    expect(shown("changeUsername", { _tag: "UsernameChanged" })).toBeNull()
    expect(shown("ageCheck", { _tag: "AgeVerified" })).toBeNull()
    expect(shown("changeUsername", { _tag: "AgeVerified" })).toBe("changeUsername")
    expect(shown("ageCheck", { _tag: "UsernameChanged" })).toBe("ageCheck")
  })
})
