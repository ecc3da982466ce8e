/**
 * Adds the room to the site's fold, as an effect of the import: by the stream's own script in a browser, and wherever
 * whole logs are folded (replays, support, tests). It is imported before anything of a room is folded.
 */
import { ROOM_OUTCOMES } from "@foldcast/contracts/commands/room-commands.gen"
import { addLazySlice } from "./add-lazy-slice.ts"
import { roomSlice } from "./room.ts"

addLazySlice(roomSlice, ROOM_OUTCOMES)
