import "../faults/isolation.e2e.test.ts"
