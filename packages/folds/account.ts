/** The visitor's identity, and how the last attempt of each account task ended. */
import type { CommandTag } from "@foldcast/contracts/commands/command"
import { INITIAL_STATE } from "./initial-state.ts"
import type { AccountState, AccountTask, Identity, SiteState, TaskEnd } from "./site-state.ts"
import { type EventHandlers, type Slice, withChanges } from "./slice.ts"

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
const NOT_REFUSED = { logInRefusal: null, registrationRefusal: null }
const TASKS = Object.keys(INITIAL_STATE.account.tasks) as ReadonlyArray<AccountTask>

const withTask = (account: AccountState, task: AccountTask, end: TaskEnd): AccountState =>
  end._tag === "None" && account.tasks[task]._tag === "None"
    ? account
    : { ...account, tasks: { ...account.tasks, [task]: end } }

const done =
  (task: AccountTask) =>
  (account: AccountState, _event: unknown, { at }: { readonly at: number }): AccountState =>
    withTask(account, task, { _tag: "Done", at })
const refused =
  (task: AccountTask) =>
  (account: AccountState, { label }: { readonly label: string }): AccountState =>
    withTask(account, task, { _tag: "Refused", label })

const taskEvents = {
  PasswordResetMailRequested: done("requestPasswordReset"),
  ResetLinkChecked: done("checkResetLink"),
  ResetLinkRefused: refused("checkResetLink"),
  PasswordChanged: done("changePassword"),
  PasswordChangeRefused: refused("changePassword"),
  EmailChangeRequested: done("changeEmail"),
  EmailChangeCancelled: done("cancelEmailChange"),
  EmailChangeCancelRefused: refused("cancelEmailChange"),
  EmailChanged: (account, _event, { at }) => ({
    ...withTask(account, "changeEmail", { _tag: "Done", at }),
    emailChanged: true,
  }),
  EmailChangeRefused: refused("changeEmail"),
  UsernameChanged: done("changeUsername"),
  UsernameChangeRefused: refused("changeUsername"),
  ActivationSucceeded: (account, { credits, ofAnother }, { at }) => ({
    ...withTask(account, "activate", { _tag: "Done", at }),
    activationCredits: credits,
    ...(ofAnother === true && { activationOfAnother: true }),
  }),
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
  AgeVerified: (account, _event, { at }) => ({
    ...withTask(account, "verifyAge", { _tag: "Done", at }),
    ageVerified: true,
  }),
  AgeVerificationRefused: refused("verifyAge"),
} satisfies Partial<EventHandlers<AccountState>>

export const accountSlice = {
  events: {
    StreamReset: () => INITIAL_STATE.account,
    ...taskEvents,
    MemberRegistered: (account) =>
      withChanges(account, { justRegistered: true, registrationRefusal: null }),
    RegistrationRefused: (account, { label, fields }) => ({
      ...account,
      registrationRefusal: { label, fields },
    }),
    LoggedIn: (account, { memberId, username, verified }) => {
      const { identity } = account
      const known = identity._tag === "Member" && identity.memberId === memberId ? identity : null
      // The gateway sends this fact again after every attach.
      const isSame = known?.username === username && known.verified === verified
      const profile = known === null ? null : known.profile
      return withChanges(account, {
        ...NOT_REFUSED,
        identity: isSame ? known : { _tag: "Member", memberId, username, verified, profile },
      })
    },
    LogInRefused: (account, { label }) => ({ ...account, logInRefusal: { label } }),
    LoggedOut: ({ activationCredits, activationOfAnother, ageVerified, tasks }, { reason }) => ({
      ...INITIAL_STATE.account,
      identity: { _tag: "LoggedOut", reason },
      ageVerified,
      activationCredits,
      ...(activationOfAnother === true && { activationOfAnother }),
      // These outcomes explain what has just ended the session, so they stay readable.
      tasks: {
        ...INITIAL_STATE.account.tasks,
        activate: tasks.activate,
        changePassword: tasks.changePassword,
        deleteAccount: tasks.deleteAccount,
      },
    }),
    MemberLoaded: (account, loaded) => {
      const { identity } = account
      if (identity._tag !== "Member") return account
      const { capName, email, endUserText, lander, showChangeUsername } = loaded
      return {
        ...account,
        identity: {
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
        },
      }
    },
  },
  facts: {
    // A refusal belongs to the last attempt and to the dialog that showed it.
    DialogOpened: (account) => {
      const refusals = TASKS.filter((task) => account.tasks[task]._tag === "Refused")
      const forgotten = refusals.reduce((each, task) => withTask(each, task, NONE), account)
      return withChanges(forgotten, NOT_REFUSED)
    },
    MessageWanted: (account, { performerId }) =>
      withChanges(account, { messageOnLogIn: performerId }),
    CommandSent: (before, { command }) => {
      const task = TASK_OF_COMMAND[command]
      const account = task === undefined ? before : withTask(before, task, NONE)
      if (LOG_INS.has(command)) return withChanges(account, { logInRefusal: null })
      return command === "Register" ? withChanges(account, { registrationRefusal: null }) : account
    },
  },
} satisfies Slice<AccountState>

export type Member = Extract<Identity, { readonly _tag: "Member" }>

/** Null for a guest and after log-out. */
export const memberOf = ({ account }: SiteState): Member | null =>
  account.identity._tag === "Member" ? account.identity : null

export const isMember = (state: SiteState): boolean => memberOf(state) !== null

export const taskEnd =
  (task: AccountTask) =>
  ({ account }: SiteState): TaskEnd =>
    account.tasks[task]
