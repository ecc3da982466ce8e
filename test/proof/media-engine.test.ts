import "../security/media-engine.test.ts"
