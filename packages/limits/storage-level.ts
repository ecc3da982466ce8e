/** Whose data is stored while a disk fills: guests are refused first, so that members can continue. Pure. */

/** `low`: guests' data is not stored. `none`: members' data is not stored either. */
export type StorageLevel = "enough" | "low" | "none"

/** Members' data is stored until a quarter of the required free space is left. */
const MEMBERS_SHARE = 4

export const storageLevelOf = (freeBytes: number, minFreeBytes: number): StorageLevel => {
  if (freeBytes >= minFreeBytes) return "enough"
  return freeBytes >= minFreeBytes / MEMBERS_SHARE ? "low" : "none"
}

export const mayStore = (room: StorageLevel, isMember: boolean): boolean =>
  room === "enough" || (room === "low" && isMember)

/** Seconds until a refused client may retry. */
export const RETRY_STORING_SECONDS = 60
