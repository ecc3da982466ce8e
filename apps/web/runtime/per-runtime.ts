/** What a document has once, made when it is first asked for: it lives as long as the document's runtime. */
import type { SiteRuntime } from "./site-runtime.ts"

export const perRuntime = <Made extends object>(
  make: (runtime: SiteRuntime) => Made,
): ((runtime: SiteRuntime) => Made) => {
  const made = new WeakMap<SiteRuntime, Made>()
  return (runtime) => {
    const known = made.get(runtime) ?? make(runtime)
    made.set(runtime, known)
    return known
  }
}
