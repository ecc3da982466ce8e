/**
 * Parts of packages that stay in the browser's script although the site never runs them: the package reaches them from
 * code that it does run, so no bundler can leave them out. The build puts something of the same shape in their place,
 * which says so where it is run after all. A part that a newer version of its package no longer has is an error of the
 * build.
 */
import type { Plugin } from "vite"

interface UnusedPart {
  /** How the module's path ends. */
  readonly module: string
  /** Exports all that the module does, as far as packages import it. */
  readonly standIn: string
}

const unused = (what: string) => `() => { throw new Error("the site does not use ${what}") }`

export const UNUSED_PARTS: ReadonlyArray<UnusedPart> = [
  {
    // Commands are the gateway's; a query client asks its cache of mutations only whether there are any.
    module: "/@tanstack/query-core/build/modern/mutationCache.js",
    standIn: `export class MutationCache {
      findAll() { return [] }
      resumePausedMutations() { return Promise.resolve() }
      clear() {}
    }`,
  },
  {
    module: "/@tanstack/query-core/build/modern/infiniteQueryBehavior.js",
    standIn: `export const infiniteQueryBehavior = ${unused("infinite queries")}
      export const hasNextPage = infiniteQueryBehavior
      export const hasPreviousPage = infiniteQueryBehavior`,
  },
  {
    // router.tsx gives the router its own.
    module: "/@tanstack/router-core/dist/esm/searchParams.js",
    standIn: `export const defaultParseSearch = ${unused("the router's own search parameters")}
      export const defaultStringifySearch = defaultParseSearch
      export const parseSearchWith = defaultParseSearch
      export const stringifySearchWith = defaultParseSearch`,
  },
  {
    // RxJS reads async iterables with it.
    module: "/tslib/tslib.es6.mjs",
    standIn: `export const __asyncValues = ${unused("async iterables in RxJS")}
      export const __asyncGenerator = __asyncValues
      export const __await = __asyncValues
      export const __awaiter = __asyncValues
      export const __rest = __asyncValues`,
  },
  {
    module: "/rxjs/dist/esm/internal/scheduled/scheduled.js",
    standIn: `export const scheduled = ${unused("schedulers of RxJS for values")}`,
  },
  {
    // React Aria's hooks read it and then take the language that the page says (language-provider.tsx), so that it
    // cannot throw. To ask the browser for its own language takes up to 30 ms as the script begins.
    module: "/react-aria/dist/private/i18n/useDefaultLocale.mjs",
    standIn: `const DEFAULT = { locale: "en-US", direction: "ltr" }
      export const getDefaultLocale = () => DEFAULT
      export const useDefaultLocale = getDefaultLocale`,
  },
]

export const unusedParts = (): Plugin => {
  const met = new Set<string>()
  const partOf = (id: string) => UNUSED_PARTS.find(({ module }) => id.endsWith(module))
  return {
    name: "foldcast:unused-parts",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) => {
      const part = partOf(id)
      if (part === undefined) return undefined
      met.add(part.module)
      return { code: part.standIn, moduleSideEffects: false }
    },
    buildEnd: (error) => {
      const missing = UNUSED_PARTS.filter(({ module }) => !met.has(module))
      if (error === undefined && missing.length > 0)
        throw new Error(
          `not in the site's script: ${missing.map(({ module }) => module).join(", ")}`,
        )
    },
  }
}
