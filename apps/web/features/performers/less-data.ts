/**
 * Whether pictures should use less data: the visitor's choice on this site, or else the browser's save-data
 * setting.
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
