/**
 * The orders of a list of performers, by the performer service's words for them, and their text in an address:
 * `order=newest`. Pure.
 *
 * Invariant: the recommended order is the default, and no address names it; equals are in the order of their ids.
 */

export const GRID_ORDERINGS = {
  /** Free first, then offline ones by their latest session, newest first, then language and rating (GRID-38). */
  recommended: ["free", "lastCamSession", "language", "rating"],
  /** By the first session, newest first; who never had one comes last. */
  newest: ["firstCamSession"],
  /** Highest first. */
  rating: ["rating"],
  /** A to Z by the plain letters of the names (rules, names/plain-letters). */
  name: ["username"],
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

export type GridOrder = keyof typeof GRID_ORDERINGS
export type Ordering = (typeof GRID_ORDERINGS)[GridOrder][number]

export const GRID_ORDERS = Object.keys(GRID_ORDERINGS) as ReadonlyArray<GridOrder>
export const DEFAULT_ORDER = "recommended" satisfies GridOrder

/** Null for what names no order; the default's own name is none in an address. */
export const readOrder = (text: string): GridOrder | null =>
  GRID_ORDERS.find((order) => order === text && order !== DEFAULT_ORDER) ?? null

/** Empty for the default. */
export const writeOrder = (order: GridOrder): string => (order === DEFAULT_ORDER ? "" : order)

/** Whether somebody who comes online gets a better place in it. */
export const placesByStatus = (ordering: ReadonlyArray<Ordering>): boolean =>
  ordering.includes("free")
