/** Every variant of language, theme and width of what `npm test` tries in one of them. */
import "../e2e/browse.test.ts"
import "../e2e/browse-keyboard.test.ts"
import "../e2e/browse-visits.test.ts"
import "../e2e/buying.test.ts"
import "../e2e/keyboard.test.ts"
import "../e2e/pages.test.ts"
import "../e2e/reflow.test.ts"
