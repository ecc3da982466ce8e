/**
 * Adds every lazy slice to the site's fold, as a side effect of the import, for code that folds whole logs: import it
 * before folding any of their facts. A page imports what it shows (with-room.ts, with-messages.ts and their like).
 */
import "./with-messages.ts"
import "./with-room.ts"
