/**
 * Adds the live alerts to the site's fold, as a side effect of the import: whoever shows one imports it, for only the
 * page of who is away needs them. The outcomes of their commands are the site's.
 */
import { addLazySlice } from "./add-lazy-slice.ts"
import { liveAlertsSlice } from "./live-alerts.ts"

addLazySlice({ name: "liveAlerts", slice: liveAlertsSlice }, {})
