/**
 * Adds the room to the site's fold. Imported for what it does, once a process or document: by the stream's own
 * script in the browser, and wherever whole logs are folded (the server's pages, replays, support, tests).
 */
import { ROOM_OUTCOMES } from "@foldcast/contracts/commands/room-outcomes"
import { joinOutcomes } from "./pending.ts"
import { roomSlice } from "./room.ts"
import { type Fold, foldsOfEvent, foldsOfFact } from "./site.ts"

for (const [tag, fold] of Object.entries(roomSlice.events)) foldsOfEvent(tag).push(fold as Fold)
for (const [tag, fold] of Object.entries(roomSlice.facts)) foldsOfFact(tag).push(fold as Fold)
joinOutcomes(ROOM_OUTCOMES)
