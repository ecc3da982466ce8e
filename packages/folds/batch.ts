/**
 * A copy-on-write draft of the state for as long as one batch of entries is folded. A slice is copied
 * the first time the batch writes to it, a list or a keyed record inside a slice likewise; what nobody
 * writes to keeps its identity. The live fold is a batch of one, so both are the same handlers.
 *
 * Invariants: neither the state a batch began with nor the initial one is ever written to; a slice that
 * is neither's is this batch's own; a handler writes only through the methods here, and only when
 * something differs.
 *
 * What nearly every event copies is written out member by member: a spread costs the engine a call.
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

/** One that is forgotten is copied again when it is written to. */
const MAX_COLLECTIONS = 16

export class Batch {
  /** The state so far, its position and time aside. */
  state: SiteState
  readonly #before: SiteState
  /** The last lists and records copied in this batch, which it may go on writing to. */
  #collections: Array<object> | null = null
  /** The last position and time so far; `state.visit` learns them when the batch ends. */
  seq: number
  at: number
  /** The lowest position at which a pending command ends; null while that is not worked out. */
  dueSeq: number | null = null

  constructor(state: SiteState) {
    this.state = state
    this.#before = state
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

  /** The list to write to: the same one if this batch made it, else a copy of it. */
  list<T>(current: ReadonlyArray<T>): Array<T> {
    if (this.#collections?.includes(current) === true) return current as Array<T>
    return this.#keep([...current])
  }

  /** The record to write to. It has no prototype, so that no key means anything but itself. */
  record<T>(current: Readonly<Record<string, T>>): Record<string, T> {
    if (this.#collections?.includes(current) === true) return current
    return this.#keep(Object.assign(Object.create(null) as Record<string, T>, current))
  }

  #keep<C extends object>(copy: C): C {
    this.#collections ??= []
    if (this.#collections.push(copy) > MAX_COLLECTIONS) this.#collections.shift()
    return copy
  }

  /** Puts a slice back to what it is before the first fact. */
  reset<Name extends SliceName>(slice: Name): void {
    if (this.state[slice] !== INITIAL_STATE[slice]) this.set(slice, INITIAL_STATE[slice])
  }

  /** A slice as a whole; nobody writes to it any more. */
  set<Name extends SliceName>(slice: Name, value: SiteState[Name]): void {
    const site: { [Each in Name]: SiteState[Each] } = this.#own()
    site[slice] = value
  }
}
