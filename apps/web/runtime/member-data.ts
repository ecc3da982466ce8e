/**
 * What a document keeps of a member outside its state: answers, drafts and what the browser stores. All of it is of the
 * visitor who is shown, or it goes.
 */
import type { QueryClient } from "@tanstack/react-query"
import type { MemberId } from "@foldcast/contracts/ids"
import type { SiteState } from "@foldcast/folds/site-state"
import type { TabStorage } from "./tab-storage.ts"
import { memberIdOf } from "./visit-handover.ts"

export class MemberData {
  readonly #queries: QueryClient
  readonly #storage: TabStorage
  /** The member that this document last showed; null: a guest. */
  #shown: MemberId | null = null

  constructor(queries: QueryClient, storage: TabStorage) {
    this.#queries = queries
    this.#storage = storage
  }

  /** Requests that are under way are cancelled, answers are dropped. */
  forget(): void {
    void this.#queries.cancelQueries()
    this.#queries.clear()
    this.#storage.forgetMember()
  }

  /**
   * Another member may have left something: their session ended while no document of theirs was open, or while none
   * heard of it.
   */
  keepOnlyOwn(state: SiteState): void {
    // Nobody said yet who this is.
    if (state.visit.started === null) return
    const visitor = memberIdOf(state)
    if (this.#storage.isOfAnother(visitor)) this.forget()
    if (visitor !== null) this.#storage.keepFor(visitor)
  }

  /** After each change of the state. */
  shown(state: SiteState): void {
    const member = memberIdOf(state)
    if (member !== null && member !== this.#shown) this.keepOnlyOwn(state)
    this.#shown = member
  }
}
