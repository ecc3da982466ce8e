/** The first online performer with more than one album. */
import type { Locale } from "@foldcast/contracts/units"
import { performersLike } from "../support/demo-world.ts"
import type { World } from "../support/world.ts"

export const performerWithAlbums = async (world: World, locale: Locale): Promise<string> => {
  for (const { performerId, username } of await performersLike(world, { lang: locale })) {
    const answer = await fetch(`${world.urls.site}/api/albums/${performerId}?lang=${locale}`)
    const { albums } = (await answer.json()) as { readonly albums: ReadonlyArray<unknown> }
    if (albums.length > 1) return username
  }
  throw new Error("nobody has albums")
}
