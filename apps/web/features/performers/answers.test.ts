/** Checks the browser's readers of answers about performers against the gateway's contract. */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  AlbumPhotos,
  AlbumsList,
  CategoriesList,
  PerformerCountAnswer,
  PerformerProfile,
  PerformersAnswer,
} from "@foldcast/contracts/queries/performers"
import type { ReadBody } from "../../runtime/queries.ts"
import { isJson } from "../../runtime/json.ts"
import { readCategories, readPerformerCount, readPerformers } from "./answers.ts"
import { readAlbumPhotos, readAlbums, readProfile } from "./profile-answers.ts"

const SAMPLES = 15

interface Row {
  readonly name: string
  readonly schema: Schema.Codec<unknown, unknown>
  readonly read: ReadBody<unknown>
}

const ROWS: ReadonlyArray<Row> = [
  { name: "performers", schema: PerformersAnswer, read: readPerformers },
  { name: "count", schema: PerformerCountAnswer, read: readPerformerCount },
  { name: "categories", schema: CategoriesList, read: readCategories },
  { name: "profile", schema: PerformerProfile, read: readProfile },
  { name: "albums", schema: AlbumsList, read: readAlbums },
  { name: "photos", schema: AlbumPhotos, read: readAlbumPhotos },
]

/** Bodies as sent over the wire. */
const bodies = ({ name, schema }: Row): ReadonlyArray<unknown> =>
  Effect.runSync(
    Arbitrary.sampleEffect(Arbitrary.schema(schema), {
      count: SAMPLES,
      size: 20,
      seed: name.length,
    }),
  ).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

/** The body once for every member of every record in it, with that member removed. */
const withoutOne = (body: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(body)) {
    return body.flatMap((item, index) => withoutOne(item).map((less) => body.with(index, less)))
  }
  if (!isJson(body)) return []
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = body
    return [rest, ...withoutOne(value).map((less) => ({ ...body, [name]: less }))]
  })
}

describe.each(ROWS)("the answer about $name", (row) => {
  it("is read whole, whatever the contract allows", () => {
    for (const body of bodies(row)) expect(row.read(body)).toEqual(body)
  })

  it("is refused where the contract refuses it for a missing member", () => {
    const accepts = Schema.is(row.schema)
    let refused = 0
    for (const body of bodies(row)) {
      for (const less of withoutOne(body).slice(0, 200)) {
        const isAccepted = accepts(less)
        expect(row.read(less)).toEqual(isAccepted ? less : null)
        refused += isAccepted ? 0 : 1
      }
    }
    expect(refused).toBeGreaterThan(0)
  })

  it("is refused where it is no answer at all", () => {
    for (const body of [null, undefined, "", 1, [], {}, "performers"]) {
      expect(row.read(body)).toBeNull()
    }
  })
})

describe("a status", () => {
  it("is a number of four bits", () => {
    const card = bodies(ROWS[0]!).flatMap((body) => {
      const [first] = readPerformers(body)?.performers ?? []
      return first === undefined ? [] : [first]
    })[0]
    const withStatus = (onlineStatus: unknown) =>
      readPerformers({
        at: 1,
        performers: [{ ...card, onlineStatus }],
        page: 1,
        limit: 30,
        hasMorePages: false,
      })
    expect(withStatus(15)).not.toBeNull()
    for (const status of [-1, 16, 1.5, "1", null]) expect(withStatus(status)).toBeNull()
  })
})
