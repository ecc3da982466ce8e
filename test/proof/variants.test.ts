/** Every variant of language, theme and width of what `npm test` tries in one of them. */
import "../e2e/browse.test.ts"
import "../e2e/browse-keyboard.test.ts"
import "../e2e/browse-visits.test.ts"
import "../e2e/buying.test.ts"
import "../e2e/keyboard.test.ts"
import "../e2e/lighthouse.test.ts"
import "../e2e/little-room.test.ts"
import "../e2e/pages.test.ts"
import "../e2e/reflow.test.ts"

// Of the browser's program: nothing here knows its types.
const { pathname } = new URL("../e2e/older-browser.test.ts", import.meta.url)
await import(/* @vite-ignore */ pathname)
