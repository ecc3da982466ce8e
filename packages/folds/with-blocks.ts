/**
 * Adds what blocking needs to the site's fold, as a side effect of the import: whoever offers it imports it. Whom the
 * member blocked is folded by the site's first script (blocks.ts).
 */
import { SAFETY_OUTCOMES } from "@foldcast/contracts/commands/safety-commands.gen"
import { addLazySlice } from "./add-lazy-slice.ts"
import { blockRefusalSlice } from "./block-refusal.ts"

addLazySlice({ name: "blockRefusal", slice: blockRefusalSlice }, SAFETY_OUTCOMES)
