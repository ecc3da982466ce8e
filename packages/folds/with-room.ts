/**
 * Adds the room to the site's fold, as a side effect of the import. The stream's own script imports it in a
 * browser; so does any code that folds whole logs. Import it before folding any room fact.
 */
import { ROOM_OUTCOMES } from "@foldcast/contracts/commands/room-commands.gen"
import { addLazySlice } from "./add-lazy-slice.ts"
import { roomSlice } from "./room.ts"

addLazySlice({ name: "room", slice: roomSlice }, ROOM_OUTCOMES)
