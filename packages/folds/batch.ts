/**
 * A copy-on-write draft of the state while one batch of entries is folded. The batch copies a slice, or a list
 * or keyed record inside a slice, when it first writes to it; everything else keeps its identity. The live fold
 * is a batch of one, so live and bulk folding share the same handlers.
 *
 * Invariants: the state before the batch and the initial state are never written to; any other slice belongs to
 * this batch; a handler writes only through the methods here, and only when a value differs.
 *
 * Slices that nearly every event copies are written out member by member, because a spread costs the engine a
 * call.
 */
import { INITIAL_STATE } from "./initial-state.ts"
import type {
  AccountState,
  ConsentState,
  CreditsState,
  DialogsState,
  FavouritesState,
  PaymentState,
  PendingState,
  SiteState,
  SliceName,
  VisitState,
  WalletState,
} from "./site-state.ts"

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A collection that drops out of this cache is copied again at its next write. */
const MAX_COLLECTIONS = 16

export class Batch {
  /** The current state, without its latest position and time. */
  state: SiteState
  readonly #before: SiteState
  /** The latest lists and records that this batch copied and may write to. */
  #collections: Array<object> | null = null
  /** The latest position and time; `end` writes them to `state.visit`. */
  seq: number
  at: number
  /** The lowest position at which a pending command ends; null until it is computed. */
  dueSeq: number | null = null

  constructor(state: SiteState) {
    this.state = state
    this.#before = state
    this.seq = state.visit.seq
    this.at = state.visit.at
  }

  /** The state after the batch. The batch accepts no entry after this call. */
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
    if (this.state === this.#before) {
      const {
        visit,
        account,
        credits,
        wallet,
        payment,
        pending,
        dialogs,
        consent,
        favourites,
        room,
      } = this.state
      this.state = {
        visit,
        account,
        credits,
        wallet,
        payment,
        pending,
        dialogs,
        consent,
        favourites,
        room,
      }
    }
    return this.state
  }

  visit(): Writable<VisitState> {
    const { visit } = this.state
    const isShared = visit === this.#before.visit || visit === INITIAL_STATE.visit
    if (!isShared) return visit
    const { started, seq, at, resetBy, interrupted, unread, path } = visit
    return (this.#own().visit = { started, seq, at, resetBy, interrupted, unread, path })
  }
  account(): Writable<AccountState> {
    const { account } = this.state
    const isShared = account === this.#before.account || account === INITIAL_STATE.account
    return isShared ? (this.#own().account = { ...account }) : account
  }
  credits(): Writable<CreditsState> {
    const { credits } = this.state
    const isShared = credits === this.#before.credits || credits === INITIAL_STATE.credits
    if (!isShared) return credits
    const { balance, ranOut } = credits
    return (this.#own().credits = { balance, ranOut })
  }
  wallet(): Writable<WalletState> {
    const { wallet } = this.state
    const isShared = wallet === this.#before.wallet || wallet === INITIAL_STATE.wallet
    return isShared ? (this.#own().wallet = { ...wallet }) : wallet
  }
  payment(): Writable<PaymentState> {
    const { payment } = this.state
    const isShared = payment === this.#before.payment || payment === INITIAL_STATE.payment
    return isShared ? (this.#own().payment = { ...payment }) : payment
  }
  pending(): Writable<PendingState> {
    const { pending } = this.state
    const isShared = pending === this.#before.pending || pending === INITIAL_STATE.pending
    return isShared ? (this.#own().pending = { ...pending }) : pending
  }
  dialogs(): Writable<DialogsState> {
    const { dialogs } = this.state
    const isShared = dialogs === this.#before.dialogs || dialogs === INITIAL_STATE.dialogs
    return isShared ? (this.#own().dialogs = { ...dialogs }) : dialogs
  }

  favourites(): Writable<FavouritesState> {
    const { favourites } = this.state
    const isShared =
      favourites === this.#before.favourites || favourites === INITIAL_STATE.favourites
    return isShared ? (this.#own().favourites = { ...favourites }) : favourites
  }
  consent(): Writable<ConsentState> {
    const { consent } = this.state
    const isShared = consent === this.#before.consent || consent === INITIAL_STATE.consent
    return isShared ? (this.#own().consent = { ...consent }) : consent
  }

  /** A writable list: the same list if this batch created it, else a copy. */
  list<T>(current: ReadonlyArray<T>): Array<T> {
    if (this.#collections?.includes(current) === true) return current as Array<T>
    return this.#keep([...current])
  }

  /** A writable record. It has no prototype, so no key collides with an inherited one. */
  record<T>(current: Readonly<Record<string, T>>): Record<string, T> {
    if (this.#collections?.includes(current) === true) return current
    return this.#keep(Object.assign(Object.create(null) as Record<string, T>, current))
  }

  #keep<C extends object>(copy: C): C {
    this.#collections ??= []
    if (this.#collections.push(copy) > MAX_COLLECTIONS) this.#collections.shift()
    return copy
  }

  /** Resets a slice to its initial state. */
  reset<Name extends SliceName>(slice: Name): void {
    if (this.state[slice] !== INITIAL_STATE[slice]) this.set(slice, INITIAL_STATE[slice])
  }

  /** Replaces a whole slice; the batch does not write to the new value. */
  set<Name extends SliceName>(slice: Name, value: SiteState[Name]): void {
    const site: { [Each in Name]: SiteState[Each] } = this.#own()
    site[slice] = value
  }
}
