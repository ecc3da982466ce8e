/** A world whose performers keep the state of one fixed moment until the test changes a status. */
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { WITH_STATES } from "./provider-state.ts"
import type { World } from "./world.ts"

/** An evening on which many performers are online. */
export const HELD_WORLD = {
  environment: { ...WITH_STATES.environment, DEMO: "on", DEMO_AT: "2026-11-20T20:00:00Z" },
} as const

export const STATUS = { offline: 0, live: 1, free: 3, vip: 5, pause: 9 } as const

export type KnownPerformer = Pick<
  PerformerSummary,
  "performerId" | "username" | "onlineStatus" | "age"
>

/** The first page of performers that match the query, as any visitor gets it from the site. */
export const performersLike = async (
  world: World,
  query: Readonly<Record<string, string>> = {},
): Promise<ReadonlyArray<KnownPerformer>> => {
  const asked = new URLSearchParams({ lang: "nl", page: "1", limit: "30", ...query })
  const response = await fetch(`${world.urls.site}/api/performers?${asked.toString()}`)
  if (!response.ok) throw new Error(`no performers: ${String(response.status)}`)
  const { performers } = (await response.json()) as {
    readonly performers: ReadonlyArray<KnownPerformer>
  }
  return performers
}

/** One matching performer; fails if there is none. */
export const performerLike = async (
  world: World,
  query: Readonly<Record<string, string>>,
  place = 0,
): Promise<KnownPerformer> => {
  const found = (await performersLike(world, query)).at(place)
  if (found === undefined) throw new Error(`nobody is like ${JSON.stringify(query)}`)
  return found
}
