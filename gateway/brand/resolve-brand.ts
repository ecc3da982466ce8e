/**
 * Resolves a request's brand by its Host. Pure. An unclaimed host gets the first brand, the house's: the site
 * answers under any name, and requests that change something are guarded by Origin. X-Forwarded-Host is ignored.
 */
interface Claiming {
  readonly hosts: ReadonlySet<string>
}

export const normaliseHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/\.(?=:\d+$|$)/u, "")
    .replace(/:(?:80|443)$/u, "")

export const resolveBrand = <B extends Claiming>(
  host: string | undefined,
  brands: readonly [B, ...ReadonlyArray<B>],
): B => {
  const name = normaliseHost(host ?? "")
  return brands.find(({ hosts }) => hosts.has(name)) ?? brands[0]
}
