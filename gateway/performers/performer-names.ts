/**
 * Whether a username is a performer's. The member API may be another party's than the performers, and know none of
 * them; who has to ask is the one that knows both.
 *
 * Invariant: where the performer service does not answer nobody is refused for it: in a room the name is not shown
 * (UA60).
 */
import { Effect } from "effect"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { lookOf } from "@foldcast/rules/names/look-alike"
import type { PerformerServiceShape } from "../upstream/performer-service.ts"
import { findByNameQuery } from "./find-query.ts"

/** A refused name's label, as the member API would say it. */
export const LOOKALIKE = "lookalike"

export const isPerformersName = (
  service: PerformerServiceShape,
  username: string,
): Effect.Effect<boolean> =>
  Effect.map(
    service.call({
      call: "GET /user/find",
      query: findByNameQuery(username),
      lang: DEFAULT_LOCALE,
      noNude: false,
    }),
    (outcome) =>
      outcome._tag === "Answered" &&
      outcome.body.performers.some(({ user }) => lookOf(user.username) === lookOf(username)),
  )
