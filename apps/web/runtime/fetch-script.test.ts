import { expect, it } from "vitest"
import { fetchScript } from "./fetch-script.ts"

/** Fails so many times, then answers which try it was. */
const failing = (times: number) => {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= times) throw new Error(`failed ${String(tries)}`)
    return tries
  }
}

it("asks once more for a script that was ended on its way, and no more than that", async () => {
  expect(await fetchScript(failing(0))).toBe(1)
  expect(await fetchScript(failing(1))).toBe(2)
  await expect(fetchScript(failing(2))).rejects.toThrow("failed 2")
})
