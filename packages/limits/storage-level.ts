/** Whose data is still stored while a disk fills: guests are refused first, so that members can go on. Pure. */

/** `low`: nothing is stored for guests. `none`: for members neither. */
export type StorageLevel = "enough" | "low" | "none"

/** The share of what is to stay free that members may still use. */
const MEMBERS_SHARE = 4

export const storageLevelOf = (freeBytes: number, minFreeBytes: number): StorageLevel => {
  if (freeBytes >= minFreeBytes) return "enough"
  return freeBytes >= minFreeBytes / MEMBERS_SHARE ? "low" : "none"
}

export const mayStore = (room: StorageLevel, isMember: boolean): boolean =>
  room === "enough" || (room === "low" && isMember)

/** Seconds after which whoever was refused may try again. */
export const RETRY_STORING_SECONDS = 60
