import "../simulation/simulation.test.ts"
