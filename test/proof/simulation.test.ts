import "../simulation/simulation.server.test.ts"
