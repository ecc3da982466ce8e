/**
 * Adds the call by phone to the site's fold, as a side effect of the import: only who pays by phone, or is in a room
 * that may be paid so, needs it.
 */
import { DIAL_IN_OUTCOMES } from "@foldcast/contracts/commands/dial-in-commands.gen"
import { addLazySlice } from "./add-lazy-slice.ts"
import { dialInSlice } from "./dial-in.ts"

addLazySlice({ name: "dialIn", slice: dialInSlice }, DIAL_IN_OUTCOMES)
