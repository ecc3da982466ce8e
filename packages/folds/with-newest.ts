/** A bounded list, oldest first, with a newest item: beyond `max` items, the oldest is dropped. One copy. Pure. */
export const withNewest = <Item>(
  list: ReadonlyArray<Item>,
  item: Item,
  max: number,
): ReadonlyArray<Item> => {
  const kept = list.length < max ? list.slice() : list.slice(list.length - max + 1)
  kept.push(item)
  return kept
}
