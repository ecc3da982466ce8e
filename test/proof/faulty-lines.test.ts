import "../stream/faulty-lines.server.test.ts"
