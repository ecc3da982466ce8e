import "../stream/rooms-model.server.test.ts"
