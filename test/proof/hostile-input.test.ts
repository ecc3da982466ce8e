import "../faults/hostile-input.e2e.test.ts"
