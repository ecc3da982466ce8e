import "@foldcast/backend/chat/room-model/random-actions.test"
import "../stream/hostile-rooms.server.test.ts"
import "../stream/room-evening.server.test.ts"
