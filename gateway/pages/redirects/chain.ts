/**
 * The chain that every page request goes through (ROUTE-22, ROUTE-23): rewrite (former profiles, trailing slash,
 * former paths, search), parameter combinations, then the guards (switched off, members only), profiles,
 * categories, filter reset. A setting chooses the steps and their order; an unknown step name fails the request
 * (ERR-17).
 *
 * One redirect at most: a step that moves the address restarts the chain on the new one, and the browser is
 * redirected to the final address, with 302 if any step said so, else 301 (ROUTE-25).
 *
 * Pure. Invariant: a location begins with exactly one slash, and running the chain on it moves nothing.
 */
import { REDIRECT_STEPS, type RedirectStepName } from "../../settings/setting-values.ts"
import { isPagePath } from "../page-path.ts"
import { categories } from "./categories.ts"
import { filterReset } from "./filter-reset.ts"
import { legacyPaths } from "./legacy-paths.ts"
import { legacyProfiles } from "./legacy-profiles.ts"
import { parameterCombinations } from "./parameter-combinations.ts"
import { profiles } from "./profiles.ts"
import { protectedPages } from "./protected-pages.ts"
import { searchPaths } from "./search-paths.ts"
import type { Address, RedirectStatus, RedirectStep, RedirectVisitor } from "./step.ts"
import { switchedOffPages } from "./switched-off-pages.ts"
import { trailingSlash } from "./trailing-slash.ts"

export const REDIRECT_STEP_TABLE = {
  "legacy-profiles": legacyProfiles,
  "trailing-slash": trailingSlash,
  "legacy-paths": legacyPaths,
  "search-paths": searchPaths,
  "parameter-combinations": parameterCombinations,
  "switched-off-pages": switchedOffPages,
  "protected-pages": protectedPages,
  profiles,
  categories,
  "filter-reset": filterReset,
} as const satisfies Readonly<Record<RedirectStepName, RedirectStep>>

export type ChainAnswer =
  | { readonly _tag: "Page"; readonly address: Address }
  /** The 404 page, under the address that was asked for. */
  | { readonly _tag: "Missing"; readonly address: Address }
  | { readonly _tag: "Redirect"; readonly status: RedirectStatus; readonly location: string }
  | { readonly _tag: "UnknownStep"; readonly name: string }

/** An upper bound against endless redirects; every step moves to an address of a simpler kind. */
const MAX_MOVES = 16

const isStepName = (name: string): name is keyof typeof REDIRECT_STEP_TABLE =>
  Object.hasOwn(REDIRECT_STEP_TABLE, name)

const written = ({ path, query }: Address): string => (query === "" ? path : `${path}?${query}`)

type Walk =
  | { readonly _tag: "Moved"; readonly status: RedirectStatus; readonly to: Address }
  | { readonly _tag: "Page" | "Missing"; readonly address: Address }

/** One pass through the steps, up to the first that moves the address or finds no page. */
const walk = (
  asked: Address,
  visitor: RedirectVisitor,
  steps: ReadonlyArray<RedirectStep>,
): Walk => {
  let address = asked
  for (const step of steps) {
    const answer = step(address, visitor)
    if (answer === null) continue
    if (answer._tag === "Moved") return answer
    if (answer._tag === "Missing") return { _tag: "Missing", address }
    address = answer.to
  }
  return { _tag: "Page", address }
}

export const runChain = (
  asked: Address,
  visitor: RedirectVisitor,
  names: ReadonlyArray<string> = REDIRECT_STEPS,
): ChainAnswer => {
  const unknown = names.find((name) => !isStepName(name))
  if (unknown !== undefined) return { _tag: "UnknownStep", name: unknown }
  const steps = names.filter(isStepName).map((name) => REDIRECT_STEP_TABLE[name])
  let address = asked
  let status: RedirectStatus | null = null
  for (let moves = 0; moves <= MAX_MOVES && isPagePath(address.path); moves += 1) {
    const end = walk(address, visitor, steps)
    if (end._tag === "Moved") {
      address = end.to
      status = status === 302 ? 302 : end.status
    } else if (status === null) return end
    // The browser is redirected to the final address even if that has no page: the 404 appears there.
    else return { _tag: "Redirect", status, location: written(address) }
  }
  return { _tag: "Missing", address: asked }
}
