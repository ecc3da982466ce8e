/**
 * Every width, theme and language of the states that each run looks at in some: the browser tests of the
 * site with all their variants. They are of the browser's program, so that nothing here knows their types.
 */
const SCREENS = [
  "screens",
  "filter-screens",
  "grid-screens",
  "lightbox-screens",
  "profile-screens",
  "recalled-pages-screens",
  "search-screens",
  "settings-screens",
  "visible-cards-screens",
  "wallet-screens",
]

for (const name of SCREENS) await import(`../../apps/web/${name}.test.ts`)
