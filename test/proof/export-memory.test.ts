import "@foldcast/gateway/support/export-memory.test"
