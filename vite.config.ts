/**
 * How the site is built and served in development: one build command makes the browser's part and the
 * server's (`vite build --app`). The gateway renders the pages; Vite never serves HTML.
 */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { tanstackRouter } from "@tanstack/router-plugin/vite"
import react from "@vitejs/plugin-react"
import { defaultClientConditions, defineConfig, type Plugin } from "vite"
import { BUILD_TARGET } from "./tools/baseline/baseline.ts"
import { designPage } from "./tools/site/design-page.ts"
import { drawnIcons } from "./tools/site/drawn-icons.ts"
import { shortMessages } from "./tools/site/short-messages.ts"
import { unusedFunctions } from "./tools/site/unused-functions.ts"
import { unusedParts } from "./tools/site/unused-parts.ts"

const web = fileURLToPath(new URL("apps/web", import.meta.url))
const CLIENT_ENTRY = "client-entry.tsx"
const MODULE = "virtual:client-assets"
const FONT = /inter-latin-wght-normal.*\.woff2$/u

interface ManifestChunk {
  readonly file: string
  readonly assets?: ReadonlyArray<string>
  readonly imports?: ReadonlyArray<string>
}
type Manifest = Readonly<Record<string, ManifestChunk>>

/** The entry's chunk and every chunk it needs before it can start. */
const neededChunks = (manifest: Manifest): ReadonlyArray<ManifestChunk> => {
  const names = [CLIENT_ENTRY]
  for (const name of names) {
    for (const needed of manifest[name]?.imports ?? [])
      if (!names.includes(needed)) names.push(needed)
  }
  return names.flatMap((name) => manifest[name] ?? [])
}

/** Tells the server's part which files the browser's part became. */
const clientAssets = (): Plugin => {
  let building = false
  return {
    name: "foldcast:client-assets",
    sharedDuringBuild: true,
    configResolved: (config) => {
      building = config.command === "build"
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: async (id) => {
      if (id !== `\0${MODULE}`) return undefined
      const inDevelopment = { script: `/${CLIENT_ENTRY}`, styles: [], fonts: [] }
      if (!building) return `export const assets = ${JSON.stringify(inDevelopment)}`
      const text = await readFile(`${web}/dist/client/.vite/manifest.json`, "utf8")
      const manifest = JSON.parse(text) as Manifest
      const chunks = neededChunks(manifest)
      const [entry] = chunks
      const styles = manifest["style.css"]
      if (entry === undefined || styles === undefined)
        throw new Error("the browser's part was not built first")
      const path = (file: string) => `/${file}`
      const files = (pick: (chunk: ManifestChunk) => ReadonlyArray<string>) =>
        [...new Set(chunks.flatMap(pick))].map(path)
      const assets = {
        script: path(entry.file),
        styles: [path(styles.file)],
        fonts: files((chunk) => (chunk.assets ?? []).filter((file) => FONT.test(file))),
      }
      return `export const assets = ${JSON.stringify(assets)}`
    },
  }
}

// oxlint-disable-next-line no-control-regex -- Vite's name of it.
const PRELOAD = /^\0vite\/preload-helper\.js$/u

/** Fetches what a dynamic import needs as plain files first, in the place of Vite's preload (import-fetched.ts). */
const fetchedImports = (): Plugin => ({
  name: "foldcast:fetched-imports",
  enforce: "pre",
  load: {
    filter: { id: PRELOAD },
    handler: () =>
      `export { importFetched as __vitePreload } from "${web}/runtime/import-fetched.ts"`,
  },
})

/**
 * What is loaded together lies in one file, with all that it needs: each file is one more request, and compressed by
 * itself. What fewer pages need comes later, so that no file needs one after it, and no page waits for a window's parts
 * (ADR 0067).
 */
const FILES_TOGETHER = [
  // What every page needs.
  { name: "site", tags: ["$initial" as const] },
  { name: "query", test: /@tanstack\/(?:query-core|react-query)\//u },
  {
    // What many parts need of what is small: rules, texts, hooks.
    name: "small",
    minShareCount: 4,
    maxModuleSize: 3_000,
    test: /packages\/(?:rules|folds)\/|contracts\/|web\/runtime\/|generated\/messages\/|ui\/skeleton|features\/site\/(?!.*(?:dialog|window|overlay))/u,
  },
  {
    // Whoever shows performers.
    name: "cards",
    minShareCount: 2,
    test: /features\/(?:performers|favourites)\/|filters\/filter-names|rules\/grid/u,
  },
  { name: "grid", test: /features\/home\/home-list\.tsx$/u },
  // What every page loads once it is idle, in parts, so that none holds up a press for long.
  {
    name: "idle",
    test: /features\/(?:shell\/(?:notices|idle-start)|search\/search-popup)\.tsx?$/u,
  },
  { name: "windows", test: /packages\/ui\/dialog\.tsx$/u },
  { name: "dialogs", test: /features\/account\/account-dialogs\.tsx$/u },
  { name: "filters", test: /features\/filters\/(?:section-popover|filters-drawer)\.tsx$/u },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

export default defineConfig(({ command }) => ({
  root: web,
  builder: {},
  // The shim is for a React that has no such hook.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/u, replacement: "react" }] },
  environments: {
    client: {
      // RxJS as classes instead of functions and their runtime: less script for the same.
      resolve: { conditions: ["es2015", ...defaultClientConditions] },
      build: {
        outDir: "dist/client",
        manifest: true,
        target: [...BUILD_TARGET],
        // One small style sheet: no part of a page is ever shown without its own.
        cssCodeSplit: false,
        // A chunk that imports no other is fetched first too.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, needed) => [...new Set([file, ...needed])],
        },
        rolldownOptions: {
          input: { "client-entry": `${web}/${CLIENT_ENTRY}` },
          output: {
            codeSplitting: { groups: FILES_TOGETHER },
            // The entry names the files of all parts; what else parts share needs no name of its own.
            chunkFileNames: ({ isDynamicEntry, name }) =>
              isDynamicEntry || FILES_TOGETHER.some((file) => file.name === name)
                ? "assets/[name]-[hash:7].js"
                : "assets/[hash:7].js",
          },
        },
      },
    },
    ssr: {
      // React's production build goes inside, whatever NODE_ENV is where it runs; in development Node
      // loads packages as they are.
      ...(command === "build" && {
        resolve: { noExternal: true },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
      build: {
        outDir: "dist/server",
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: { "server-entry": `${web}/server-entry.tsx` } },
      },
    },
  },
  plugins: [
    ...shortMessages(),
    unusedParts(),
    unusedFunctions(),
    drawnIcons(`${web}/features/site/drawn-icon.ts`),
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: `${web}/routes`,
      generatedRouteTree: `${web}/routeTree.gen.ts`,
      quoteStyle: "double",
      semicolons: false,
    }),
    clientAssets(),
    designPage(),
    fetchedImports(),
    react({ compiler: true }),
  ],
}))
