import "../stream/faulty-lines.test.ts"
