/**
 * Adds the room to the site's fold. Imported for what it does, once a process or document, before
 * anything of a room is folded: by the stream's own script in the browser, and wherever whole logs are
 * folded (replays, support, tests).
 */
import { ROOM_OUTCOMES } from "@foldcast/contracts/commands/room-commands.gen"
import { late } from "./late-slice.ts"
import { roomSlice } from "./room.ts"

late.slice = roomSlice
late.join?.(roomSlice)
late.outcomes = ROOM_OUTCOMES
