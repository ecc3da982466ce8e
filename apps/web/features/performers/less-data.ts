/**
 * Whether pictures are to cost little: as the visitor chose here, or else as their browser asks every site.
 */
import { lessDataStore } from "../../runtime/stores/less-data.ts"

interface Savings {
  readonly connection?: { readonly saveData?: boolean }
}

export const wantsLessData = (
  store: Pick<typeof lessDataStore, "read"> = lessDataStore,
  { connection }: Savings = navigator as Savings,
): boolean => {
  const { value } = store.read()
  return value === null ? connection?.saveData === true : value === "on"
}
