import "@foldcast/backend/chat/room-model/chat-room.test"
import "../stream/hostile-rooms.test.ts"
import "../stream/room-evening.test.ts"
