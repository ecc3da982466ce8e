/**
 * Which brand a request is for, by its Host. Pure. A host that nobody claims is the first brand's, the
 * house's: the site answers under whatever name it is reached, and what changes anything is guarded by
 * Origin. What a proxy says of the host (X-Forwarded-Host) is not read.
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
