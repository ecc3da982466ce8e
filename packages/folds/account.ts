/** Who the visitor is, and what was refused to them (product spec, section 4). */
import type { Identity, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

export const accountSlice: Slice = {
  events: {
    StreamReset: (batch) => batch.reset("account"),
    MemberRegistered: (batch) => {
      const account = batch.account()
      account.justRegistered = true
      account.registrationRefusal = null
    },
    RegistrationRefused: (batch, { label, fields }) => {
      batch.account().registrationRefusal = { label, fields }
    },
    LoggedIn: (batch, { memberId, username, verified }) => {
      const account = batch.account()
      const { identity } = account
      const isSame = identity._tag === "Member" && identity.memberId === memberId
      const profile = isSame ? identity.profile : null
      account.identity = { _tag: "Member", memberId, username, verified, profile }
      account.logInRefusal = null
      account.registrationRefusal = null
    },
    LogInRefused: (batch, { label }) => {
      batch.account().logInRefusal = { label }
    },
    LoggedOut: (batch, { reason }) => {
      batch.reset("account")
      batch.account().identity = { _tag: "LoggedOut", reason }
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
        profile: { capName, email, endUserText, lander, showChangeUsername },
      }
    },
  },
  facts: {
    // A refusal speaks of the last attempt, and not beyond the dialog it was shown in.
    DialogOpened: (batch) => {
      const { logInRefusal, registrationRefusal } = batch.state.account
      if (logInRefusal !== null) batch.account().logInRefusal = null
      if (registrationRefusal !== null) batch.account().registrationRefusal = null
    },
    CommandSent: (batch, { command }) => {
      const { logInRefusal, registrationRefusal } = batch.state.account
      if (command === "LogIn" && logInRefusal !== null) batch.account().logInRefusal = null
      if (command === "Register" && registrationRefusal !== null) {
        batch.account().registrationRefusal = null
      }
    },
  },
}

export type Member = Extract<Identity, { readonly _tag: "Member" }>

/** Null for a guest and after log-out. */
export const memberOf = ({ account }: SiteState): Member | null =>
  account.identity._tag === "Member" ? account.identity : null

export const isMember = (state: SiteState): boolean => memberOf(state) !== null
