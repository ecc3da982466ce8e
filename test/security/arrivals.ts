/** People who arrive at a site in the tests of one suite; they leave after the suite. */
import { afterAll } from "vitest"
import type { Person } from "./person.ts"

export const arrivals = (): ((person: Promise<Person>) => Promise<Person>) => {
  const people: Array<Person> = []
  afterAll(() => {
    for (const person of people) person.leave()
  })
  return async (person) => {
    const arrived = await person
    people.push(arrived)
    return arrived
  }
}
