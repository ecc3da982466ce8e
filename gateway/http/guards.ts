/**
 * Hono middleware for the pure decisions of origin.ts: refused requests get their problem before any handler runs.
 */
import type { Context, MiddlewareHandler } from "hono"
import type { OriginPolicy } from "../config.ts"
import type { IdsShape } from "../ids.ts"
import {
  type HeaderReader,
  mayDelete,
  mayPost,
  mayPostOffer,
  mayPostPicture,
  mayShowStill,
  type OriginVerdict,
} from "./origin.ts"
import { refusal } from "./problem.ts"

export type MayRequest = (policy: OriginPolicy, header: HeaderReader) => OriginVerdict

export const headersOf =
  (context: Pick<Context, "req">): HeaderReader =>
  (name) =>
    context.req.header(name)

export const guard =
  (may: MayRequest, policy: OriginPolicy, ids: Pick<IdsShape, "token">): MiddlewareHandler =>
  async (context, next) => {
    const verdict = may(policy, headersOf(context))
    if (verdict !== "allowed") return refusal(ids, verdict).response
    await next()
  }

/** For every POST under `/api` except offers and pictures. */
export const onlyOwnPosts = (policy: OriginPolicy, ids: Pick<IdsShape, "token">) =>
  guard(mayPost, policy, ids)

export const onlyOwnOffers = (policy: OriginPolicy, ids: Pick<IdsShape, "token">) =>
  guard(mayPostOffer, policy, ids)

export const onlyOwnPictures = (policy: OriginPolicy, ids: Pick<IdsShape, "token">) =>
  guard(mayPostPicture, policy, ids)

export const onlyOwnDeletes = (policy: OriginPolicy, ids: Pick<IdsShape, "token">) =>
  guard(mayDelete, policy, ids)

/** For images that only our own pages may embed. */
export const onlyOwnImages = (policy: OriginPolicy, ids: Pick<IdsShape, "token">) =>
  guard(mayShowStill, policy, ids)
