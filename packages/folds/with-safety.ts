/**
 * Adds what blocking and reporting need to the site's fold, as a side effect of the import: whoever offers them imports
 * it. Whom the member blocked is folded by the site's first script (blocks.ts).
 */
import { SAFETY_OUTCOMES } from "@foldcast/contracts/commands/safety-commands.gen"
import { addLazySlice } from "./add-lazy-slice.ts"
import { blockRefusalSlice } from "./block-refusal.ts"
import { sentReportSlice } from "./sent-report.ts"

addLazySlice({ name: "blockRefusal", slice: blockRefusalSlice }, SAFETY_OUTCOMES)
addLazySlice({ name: "sentReport", slice: sentReportSlice }, {})
