/**
 * Every width, theme and language of the states that a normal run checks in some: the browser tests of the site
 * with all their variants. They belong to the browser's TypeScript program, so their types are not available here.
 */
const SCREENS = [
  "filters/filter",
  "grid/grid",
  "grid/recalled-pages",
  "grid/visible-cards",
  "profile/lightbox",
  "profile/profile",
  "search/search",
  "settings/settings",
  "shell/states",
  "wallet/wallet",
]

for (const name of SCREENS) {
  const file = new URL(`../../apps/web/features/${name}.screen.test.ts`, import.meta.url)
  await import(/* @vite-ignore */ file.pathname)
}
