import "@foldcast/backend/chat/room.test"
import "../stream/room-evening.test.ts"
