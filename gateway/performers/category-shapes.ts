/**
 * Maps categories to the browser's form: sorted by position, without duplicates, with our own filters and a text in
 * every language (GRID-13, GRID-14). Pure.
 */
import type { Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import type { UpstreamCategory } from "@foldcast/contracts/upstream/performer-service"
import { LOCALES } from "@foldcast/contracts/units"
import { filterFrom, type GridFilter, NEW_WITHIN_MS } from "@foldcast/rules/grid/filters"
import { pageOf } from "@foldcast/rules/page-routes"
import { pictureAddress, type PictureHosts } from "./media-path.ts"

export const categoryFilter = (told: UpstreamCategory["filters"]): GridFilter => {
  const { firstCamSessionWithin = [], ...others } = told
  const isNew = firstCamSessionWithin.includes(String(NEW_WITHIN_MS))
  return filterFrom({ ...others, ...(isNew && { firstCamSession: ["week"] }) })
}

type ToldMeta = UpstreamCategory["meta"][string]

const imageShape = (url: string | null, hosts: PictureHosts): string | null =>
  url === null ? null : pictureAddress(url, hosts)

const metaShape = (told: ToldMeta, hosts: PictureHosts): CategoryMeta => ({
  name: told.name,
  mobileImageBg: imageShape(told.mobileImageBg, hosts),
  main: told.main,
  h2Tabs: told.h2Tabs.map((tab) => ({ ...tab, image: imageShape(tab.image, hosts) })),
})

/** The text of a category without texts. */
const untold = (name: string): ToldMeta => ({
  name,
  mobileImageBg: null,
  main: { title: name, content: "" },
  h2Tabs: [],
})

const metasShape = (told: UpstreamCategory, hosts: PictureHosts): Category["meta"] => {
  const { nl = told.meta["en"], en = told.meta["nl"] } = told.meta
  const any = nl ?? en ?? Object.values(told.meta)[0] ?? untold(told.slug)
  return { nl: metaShape(nl ?? any, hosts), en: metaShape(en ?? any, hosts) }
}

/** A slug that equals a page or a language cannot be a category's address. */
const isReachable = ({ slug }: UpstreamCategory): boolean =>
  pageOf(`/${slug}`)?.page === "category" && !LOCALES.some((locale) => locale === slug)

export const categoriesShape = (
  told: ReadonlyArray<UpstreamCategory>,
  hosts: PictureHosts,
): ReadonlyArray<Category> => {
  const slugs = new Set<string>()
  return told
    .filter(isReachable)
    .toSorted((one, other) => one.position - other.position)
    .flatMap((category) => {
      const { slug, key, position, highlight, filters } = category
      if (slugs.has(slug)) return []
      slugs.add(slug)
      return [
        {
          slug,
          key,
          position,
          highlight,
          filters: { ...categoryFilter(filters) },
          meta: metasShape(category, hosts),
        },
      ]
    })
}
