/**
 * A copy-on-write draft of the state for as long as one batch of entries is folded. A slice is copied
 * the first time the batch writes to it, a list or a keyed record inside a slice likewise; what nobody
 * writes to keeps its identity. The live fold is a batch of one, so both are the same handlers.
 *
 * Invariants: the state a batch began with is never written to; a handler writes only through the
 * methods here, and only when something differs.
 */
import { INITIAL_STATE } from "./initial-state.ts"
import type {
  AccountState,
  CreditsState,
  DialogsState,
  PaymentState,
  PendingState,
  SiteState,
  SliceName,
  VisitState,
  WalletState,
} from "./site-state.ts"

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export class Batch {
  /** The state so far, its position and time aside. */
  state: SiteState
  #site: Writable<SiteState> | null = null
  #visit: Writable<VisitState> | null = null
  #account: Writable<AccountState> | null = null
  #credits: Writable<CreditsState> | null = null
  #wallet: Writable<WalletState> | null = null
  #payment: Writable<PaymentState> | null = null
  #pending: Writable<PendingState> | null = null
  #dialogs: Writable<DialogsState> | null = null
  /** Lists and records copied in this batch, which it may go on writing to. */
  #collections: Set<object> | null = null
  /** The last position and time so far; `state.visit` learns them when the batch ends. */
  seq: number
  at: number
  /** The lowest position at which a pending command ends; null while that is not worked out. */
  dueSeq: number | null = null

  constructor(state: SiteState) {
    this.state = state
    this.seq = state.visit.seq
    this.at = state.visit.at
  }

  /** The state after the batch. Nothing is folded into the batch any more. */
  end(): SiteState {
    const { seq, at } = this.state.visit
    if (seq !== this.seq || at !== this.at) {
      const visit = this.visit()
      visit.seq = this.seq
      visit.at = this.at
    }
    return this.state
  }

  #own(): Writable<SiteState> {
    if (this.#site === null) {
      this.#site = { ...this.state }
      this.state = this.#site
    }
    return this.#site
  }

  visit(): Writable<VisitState> {
    return (this.#visit ??= this.#own().visit = { ...this.state.visit })
  }
  account(): Writable<AccountState> {
    return (this.#account ??= this.#own().account = { ...this.state.account })
  }
  credits(): Writable<CreditsState> {
    return (this.#credits ??= this.#own().credits = { ...this.state.credits })
  }
  wallet(): Writable<WalletState> {
    return (this.#wallet ??= this.#own().wallet = { ...this.state.wallet })
  }
  payment(): Writable<PaymentState> {
    return (this.#payment ??= this.#own().payment = { ...this.state.payment })
  }
  pending(): Writable<PendingState> {
    return (this.#pending ??= this.#own().pending = { ...this.state.pending })
  }
  dialogs(): Writable<DialogsState> {
    return (this.#dialogs ??= this.#own().dialogs = { ...this.state.dialogs })
  }

  /** The list to write to: the same one if this batch made it, else a copy of it. */
  list<T>(current: ReadonlyArray<T>): Array<T> {
    if (this.#collections?.has(current) === true) return current as Array<T>
    return this.#keep([...current])
  }

  /** The record to write to. It has no prototype, so that no key means anything but itself. */
  record<T>(current: Readonly<Record<string, T>>): Record<string, T> {
    if (this.#collections?.has(current) === true) return current
    return this.#keep(Object.assign(Object.create(null) as Record<string, T>, current))
  }

  #keep<C extends object>(copy: C): C {
    this.#collections ??= new Set()
    this.#collections.add(copy)
    return copy
  }

  /** Puts a slice back to what it is before the first fact. */
  reset(slice: SliceName): void {
    if (this.state[slice] === INITIAL_STATE[slice]) return
    const site = this.#own()
    switch (slice) {
      case "visit":
        this.#visit = null
        site.visit = INITIAL_STATE.visit
        return
      case "account":
        this.#account = null
        site.account = INITIAL_STATE.account
        return
      case "credits":
        this.#credits = null
        site.credits = INITIAL_STATE.credits
        return
      case "wallet":
        this.#wallet = null
        site.wallet = INITIAL_STATE.wallet
        return
      case "payment":
        this.#payment = null
        site.payment = INITIAL_STATE.payment
        return
      case "pending":
        this.#pending = null
        site.pending = INITIAL_STATE.pending
        return
      case "dialogs":
        this.#dialogs = null
        site.dialogs = INITIAL_STATE.dialogs
        return
    }
  }
}
