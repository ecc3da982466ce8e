/** The state before a visit's first fact. It is shared by reference: a slice equal to this one is untouched. */
import type { AccountTask, SiteState, TaskEnd } from "./site-state.ts"

const NONE: TaskEnd = { _tag: "None" }
const TASKS: Readonly<Record<AccountTask, TaskEnd>> = {
  requestPasswordReset: NONE,
  checkResetLink: NONE,
  changePassword: NONE,
  changeEmail: NONE,
  cancelEmailChange: NONE,
  changeUsername: NONE,
  activate: NONE,
  resendActivation: NONE,
  deleteAccount: NONE,
  endSession: NONE,
  registerPasskey: NONE,
  removePasskey: NONE,
  verifyAge: NONE,
}

export const INITIAL_STATE: SiteState = {
  visit: {
    started: null,
    seq: 0,
    at: 0,
    resetBy: null,
    interrupted: [],
    unread: [],
    path: null,
  },
  account: {
    identity: { _tag: "Guest" },
    logInRefusal: null,
    registrationRefusal: null,
    justRegistered: false,
    tasks: TASKS,
    activationCredits: null,
    ageVerified: false,
    messageOnLogIn: null,
  },
  credits: { balance: null, ranOut: null },
  wallet: { content: null, refusal: null, open: false, basket: null },
  payment: {
    current: { _tag: "Ready" },
    openSessionIds: [],
    seenTransactionIds: [],
    lastPurchase: null,
  },
  pending: { commands: {}, failures: {} },
  dialogs: { open: null },
  consent: { choice: null },
  favourites: {
    performerIds: null,
    recalledIds: null,
    wishes: [],
    lastChange: null,
    refusal: null,
  },
  room: null,
}
