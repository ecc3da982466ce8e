/**
 * Adds the room to the site's fold, as a side effect of the import, and with it the live alerts, which are shown in its
 * place, blocks and reports, the limits on buying, whose facts stand in the same logs, and the call by phone that it may be
 * paid with. The stream's own script imports it in a browser. Import it before folding any of their facts.
 */
import "./with-dial-in.ts"
import "./with-live-alerts.ts"
import "./with-safety.ts"
import "./with-spending.ts"
import { ROOM_OUTCOMES } from "@foldcast/contracts/commands/room-commands.gen"
import { addLazySlice } from "./add-lazy-slice.ts"
import { roomSlice } from "./room.ts"

addLazySlice({ name: "room", slice: roomSlice }, ROOM_OUTCOMES)
