import "../faults/hostile-input.test.ts"
