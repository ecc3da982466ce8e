/**
 * Other teams implement the service from docs/performer-service.md and not from our schemas, so it must name every
 * field.
 */
import { readFileSync } from "node:fs"
import type { Schema, SchemaAST } from "effect"
import { expect, it } from "vitest"
import { PERFORMER_TEXTS } from "../performer-texts.ts"
import * as service from "./performer-service.ts"

const document = readFileSync(new URL("../../docs/performer-service.md", import.meta.url), "utf8")
const named = new Set(
  [...document.matchAll(/`([^`\n]+)`/gu)].flatMap(([, words = ""]) => words.split(".")),
)

const fieldsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) => [String(name), ...fieldsOf(type)]),
        ...ast.indexSignatures.flatMap(({ type }) => fieldsOf(type)),
      ]
    case "Arrays":
      return ast.rest.flatMap(fieldsOf)
    case "Union":
      return ast.types.flatMap(fieldsOf)
    default:
      return []
  }
}

const ANSWERS: Readonly<Record<string, Schema.Top>> = {
  "/user/find": service.FindAnswer,
  "/user/count": service.CountAnswer,
  "/user/autocomplete": service.AutocompleteAnswer,
  "/featured/categories": service.CategoriesAnswer,
  "/profile/{id}": service.ProfileAnswer,
  "/media/albums/{id}": service.AlbumsAnswer,
  "/media/album/{id}/{albumId}": service.UpstreamAlbumAnswer,
}

it.each(Object.entries(ANSWERS))(
  "the document of the performer service names %s and each field of its answer",
  (call, { ast }) => {
    expect(document).toContain(`\`${call}\``)
    const texts = new Set<string>(PERFORMER_TEXTS)
    const fields = fieldsOf(ast).filter((name) => !texts.has(name))
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.filter((name) => !named.has(name))).toEqual([])
  },
)
