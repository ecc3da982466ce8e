/** Every variant of language, theme and width of the tests that `npm test` runs in one of them. */
import "../e2e/browse.test.ts"
import "../e2e/browse-keyboard.test.ts"
import "../e2e/browse-visits.test.ts"
import "../e2e/buying.test.ts"
import "../e2e/keyboard.test.ts"
import "../e2e/lighthouse.test.ts"
import "../e2e/small-window.test.ts"
import "../e2e/opened-links.test.ts"
import "../e2e/pages.test.ts"
import "../e2e/passkeys.test.ts"
import "../e2e/reflow.test.ts"
import "../e2e/room-turns.test.ts"

// Belongs to the browser's TypeScript program: its types are not available here.
const { pathname } = new URL("../e2e/older-browser.test.ts", import.meta.url)
await import(/* @vite-ignore */ pathname)
