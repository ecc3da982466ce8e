/** The member's favourite performers, as the upstream last listed them (decisions, 119). */
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

export const favouritesSlice: Slice = {
  events: {
    StreamReset: (batch) => batch.reset("favourites"),
    LoggedOut: (batch) => batch.reset("favourites"),
    FavouritesListed: (batch, { performerIds }) => {
      batch.favourites().performerIds = performerIds
    },
  },
  facts: {},
}

/** Null while unknown. */
export const favouriteIds = ({ favourites }: SiteState): ReadonlyArray<string> | null =>
  favourites.performerIds
