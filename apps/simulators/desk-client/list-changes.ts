/** What has to change so that a list on the page shows the items of a page that was fetched later. Pure. */

export interface ShownItem {
  readonly id: string
  /** The markup that it was made of; undefined when that is not known. */
  readonly source: string | undefined
  /** The selected option of a select. */
  readonly isSelected: boolean
}

export interface FetchedItem {
  readonly id: string
  readonly source: string
}

/** Ids of items. */
export interface ListChanges {
  readonly remove: ReadonlyArray<string>
  /** Selected items that are gone: they stay, so that a private message is never sent to everybody instead. */
  readonly markGone: ReadonlyArray<string>
  readonly replace: ReadonlyArray<string>
  readonly append: ReadonlyArray<string>
}

/** The source of an item that is marked as gone: no markup is equal to it. */
export const GONE_SOURCE = ""

export const listChanges = (
  shown: ReadonlyArray<ShownItem>,
  fetched: ReadonlyArray<FetchedItem>,
): ListChanges => {
  const wanted = new Set(fetched.map(({ id }) => id))
  const shownById = new Map(shown.map((item) => [item.id, item]))
  const gone = shown.filter(({ id }) => !wanted.has(id))
  const idsOf = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id)
  return {
    remove: idsOf(gone.filter(({ isSelected }) => !isSelected)),
    markGone: idsOf(gone.filter(({ isSelected, source }) => isSelected && source !== GONE_SOURCE)),
    replace: idsOf(
      fetched.filter(({ id, source }) => {
        const item = shownById.get(id)
        return item !== undefined && item.source !== source
      }),
    ),
    append: idsOf(fetched.filter(({ id }) => !shownById.has(id))),
  }
}
