/** The visitor's identity, and how the last attempt of each account task ended. */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import type { Batch } from "./batch.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import type { AccountTask, Identity, SiteState, TaskEnd } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const TASK_OF_COMMAND: Readonly<Partial<Record<CommandTag, AccountTask>>> = {
  RequestPasswordReset: "requestPasswordReset",
  CheckResetLink: "checkResetLink",
  ResetPassword: "changePassword",
  ChangePassword: "changePassword",
  ChangeEmail: "changeEmail",
  CancelEmailChange: "cancelEmailChange",
  ChangeUsername: "changeUsername",
  Activate: "activate",
  ResendActivation: "resendActivation",
  DeleteAccount: "deleteAccount",
  EndSession: "endSession",
  RegisterPasskey: "registerPasskey",
  RemovePasskey: "removePasskey",
  VerifyAge: "verifyAge",
}

const LOG_INS: ReadonlySet<CommandTag> = new Set(["LogIn", "LogInWithToken", "LogInWithPasskey"])

const NONE: TaskEnd = { _tag: "None" }
const TASKS = Object.keys(INITIAL_STATE.account.tasks) as ReadonlyArray<AccountTask>

const end = (batch: Batch, task: AccountTask, how: TaskEnd) => {
  const before = batch.state.account.tasks[task]
  if (how._tag === "None" && before._tag === "None") return
  const account = batch.account()
  account.tasks = { ...account.tasks, [task]: how }
}

const done =
  (task: AccountTask) =>
  (batch: Batch, _event: unknown, { at }: { readonly at: number }): void => {
    end(batch, task, { _tag: "Done", at })
  }
const refused =
  (task: AccountTask) =>
  (batch: Batch, { label }: { readonly label: string }): void => {
    end(batch, task, { _tag: "Refused", label })
  }

const taskEvents = {
  PasswordResetMailRequested: done("requestPasswordReset"),
  ResetLinkChecked: done("checkResetLink"),
  ResetLinkRefused: refused("checkResetLink"),
  PasswordChanged: done("changePassword"),
  PasswordChangeRefused: refused("changePassword"),
  EmailChangeRequested: done("changeEmail"),
  EmailChangeCancelled: done("cancelEmailChange"),
  EmailChangeCancelRefused: refused("cancelEmailChange"),
  EmailChanged: (batch, _event, { at }) => {
    end(batch, "changeEmail", { _tag: "Done", at })
    batch.account().emailChanged = true
  },
  EmailChangeRefused: refused("changeEmail"),
  UsernameChanged: done("changeUsername"),
  UsernameChangeRefused: refused("changeUsername"),
  ActivationSucceeded: (batch, { credits, ofAnother }, { at }) => {
    end(batch, "activate", { _tag: "Done", at })
    const account = batch.account()
    account.activationCredits = credits
    if (ofAnother === true) account.activationOfAnother = true
  },
  ActivationRefused: refused("activate"),
  ActivationMailSent: done("resendActivation"),
  ActivationMailRefused: refused("resendActivation"),
  AccountDeleted: done("deleteAccount"),
  AccountDeletionRefused: refused("deleteAccount"),
  SessionEnded: done("endSession"),
  SessionEndRefused: refused("endSession"),
  PasskeyRegistered: done("registerPasskey"),
  PasskeyRegistrationRefused: refused("registerPasskey"),
  PasskeyRemoved: done("removePasskey"),
  PasskeyRemovalRefused: refused("removePasskey"),
  AgeVerified: (batch, _event, { at }) => {
    end(batch, "verifyAge", { _tag: "Done", at })
    if (!batch.state.account.ageVerified) batch.account().ageVerified = true
  },
  AgeVerificationRefused: refused("verifyAge"),
} satisfies Partial<Slice["events"]>

export const accountSlice = {
  events: {
    StreamReset: (batch) => batch.reset("account"),
    ...taskEvents,
    MemberRegistered: (batch) => {
      const account = batch.account()
      account.justRegistered = true
      account.registrationRefusal = null
    },
    RegistrationRefused: (batch, { label, fields }) => {
      batch.account().registrationRefusal = { label, fields }
    },
    LoggedIn: (batch, { memberId, username, verified }) => {
      const { identity, logInRefusal, registrationRefusal } = batch.state.account
      const known = identity._tag === "Member" && identity.memberId === memberId ? identity : null
      // The gateway sends this fact again after every attach.
      if (known?.username !== username || known.verified !== verified) {
        const profile = known === null ? null : known.profile
        batch.account().identity = { _tag: "Member", memberId, username, verified, profile }
      }
      if (logInRefusal !== null) batch.account().logInRefusal = null
      if (registrationRefusal !== null) batch.account().registrationRefusal = null
    },
    LogInRefused: (batch, { label }) => {
      batch.account().logInRefusal = { label }
    },
    LoggedOut: (batch, { reason }) => {
      const { activationCredits, activationOfAnother, ageVerified, tasks } = batch.state.account
      batch.reset("account")
      const account = batch.account()
      account.identity = { _tag: "LoggedOut", reason }
      account.ageVerified = ageVerified
      account.activationCredits = activationCredits
      if (activationOfAnother === true) account.activationOfAnother = true
      // These outcomes explain what has just ended the session, so they stay readable.
      account.tasks = {
        ...account.tasks,
        activate: tasks.activate,
        changePassword: tasks.changePassword,
        deleteAccount: tasks.deleteAccount,
      }
    },
    MemberLoaded: (batch, loaded) => {
      const { identity } = batch.state.account
      if (identity._tag !== "Member") return
      const { capName, email, endUserText, lander, showChangeUsername } = loaded
      batch.account().identity = {
        _tag: "Member",
        memberId: identity.memberId,
        username: loaded.username,
        verified: loaded.verified,
        profile: {
          capName,
          email,
          endUserText,
          lander,
          showChangeUsername,
          welcomed: loaded.welcomed ?? false,
          pendingEmail: loaded.pendingEmail ?? null,
        },
      }
    },
  },
  facts: {
    // A refusal belongs to the last attempt and to the dialog that showed it.
    DialogOpened: (batch) => {
      for (const task of TASKS) {
        if (batch.state.account.tasks[task]._tag === "Refused") end(batch, task, NONE)
      }
      const { logInRefusal, registrationRefusal } = batch.state.account
      if (logInRefusal !== null) batch.account().logInRefusal = null
      if (registrationRefusal !== null) batch.account().registrationRefusal = null
    },
    MessageWanted: (batch, { performerId }) => {
      if (batch.state.account.messageOnLogIn !== performerId) {
        batch.account().messageOnLogIn = performerId
      }
    },
    CommandSent: (batch, { command }) => {
      const task = TASK_OF_COMMAND[command]
      if (task !== undefined) end(batch, task, NONE)
      const { logInRefusal, registrationRefusal } = batch.state.account
      if (LOG_INS.has(command) && logInRefusal !== null) batch.account().logInRefusal = null
      if (command === "Register" && registrationRefusal !== null) {
        batch.account().registrationRefusal = null
      }
    },
  },
} satisfies Slice

export type Member = Extract<Identity, { readonly _tag: "Member" }>

/** Null for a guest and after log-out. */
export const memberOf = ({ account }: SiteState): Member | null =>
  account.identity._tag === "Member" ? account.identity : null

export const isMember = (state: SiteState): boolean => memberOf(state) !== null

export const taskEnd =
  (task: AccountTask) =>
  ({ account }: SiteState): TaskEnd =>
    account.tasks[task]
