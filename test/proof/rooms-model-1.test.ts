import "../stream/rooms-model.test.ts"
