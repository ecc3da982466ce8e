import "@foldcast/backend/chat/room-model/room.test"
import "../stream/hostile-rooms.test.ts"
import "../stream/room-evening.test.ts"
