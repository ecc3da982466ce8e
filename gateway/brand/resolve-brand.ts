/**
 * Which brand a request is for, by its Host. Pure. A host that nobody claims is the default brand's: the
 * site answers under whatever name it is reached, and what changes anything is guarded by Origin.
 */
import { type Brand, FOLDCAST } from "./brand.ts"

export type { Brand }

const normalise = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/\.(?=:\d+$|$)/u, "")
    .replace(/:(?:80|443)$/u, "")

export const resolveBrand = (
  host: string | undefined,
  brands: ReadonlyArray<Brand> = [FOLDCAST],
): Brand => {
  const name = normalise(host ?? "")
  return (
    brands.find(({ hosts }) => hosts.has(name)) ??
    brands.find(({ hosts }) => hosts.size === 0) ??
    FOLDCAST
  )
}
