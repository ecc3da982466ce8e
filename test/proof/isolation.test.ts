import "../faults/isolation.test.ts"
