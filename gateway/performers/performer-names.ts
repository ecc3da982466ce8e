/**
 * Whether a username belongs to a performer. The member API may be run by a different party that knows no
 * performers, so the gateway, which reaches both services, checks it.
 *
 * Invariant: where the performer service does not answer, no name is refused; a room then hides the name (UA60).
 */
import { Effect } from "effect"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { lookOf } from "@foldcast/rules/names/look-alike"
import type { PerformerServiceShape } from "../upstream/performer-service.ts"
import { findByNameQuery } from "./find-query.ts"

/** The label of a refused name, in the member API's words. */
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
