import { syncBuiltinESMExports } from "node:module"
import os from "node:os"
import { fileURLToPath } from "node:url"
import { afterEach, expect, it } from "vitest"
import { createVitest } from "vitest/node"
import { PROJECT_NAMES, workersFor } from "./test-projects.ts"

const { availableParallelism } = os
const setCores = (count: () => number) => {
  os.availableParallelism = count
  syncBuiltinESMExports()
}
afterEach(() => setCores(availableParallelism))

/** Vitest checks a set of projects when it assigns its workers, so each one runs a file with one test. */
const SMALL = fileURLToPath(new URL("smallest.fixture.ts", import.meta.url))

it.each([2, 4, 16])("the suite starts on a machine with %i cores", async (cores) => {
  setCores(() => cores)
  const vitest = await createVitest("test", { watch: false, reporters: [{}] })
  try {
    const files = vitest.projects.map((project) => project.createSpecification(SMALL))
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
    expect(unhandledErrors).toEqual([])
    expect(testModules.map(({ project }) => project.name).toSorted()).toEqual(
      PROJECT_NAMES.toSorted(),
    )
    expect(testModules.every((module) => module.ok())).toBe(true)
  } finally {
    await vitest.close()
  }
})

it("the suite has as many workers as the machine has cores, eight at most", () => {
  expect([1, 2, 4, 8, 16].map(workersFor)).toEqual([1, 2, 4, 8, 8])
})
