/**
 * Adds the limits on buying to the site's fold, as a side effect of the import: the wallet and the settings import it.
 * The outcomes of their commands are the site's.
 */
import { addLazySlice } from "./add-lazy-slice.ts"
import { spendingSlice } from "./spending.ts"

addLazySlice({ name: "spending", slice: spendingSlice }, {})
