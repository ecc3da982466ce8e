/**
 * The leaves of a schema with what was decided about them (law L8). A leaf is a node that carries an
 * annotation, which speaks for all beneath it, or one with nothing beneath it. Constants (tags, null)
 * say nothing about anybody and need no decision.
 */
import type { SchemaAST } from "effect"
import { type Sensitivity, sensitivityOf } from "./sensitivity.ts"

export interface SensitiveLeaf {
  readonly path: string
  readonly ast: SchemaAST.AST
  /** Undefined where nobody decided. */
  readonly sensitivity: Sensitivity | undefined
}

export const leavesOf = (ast: SchemaAST.AST, path: string): ReadonlyArray<SensitiveLeaf> => {
  const sensitivity = sensitivityOf(ast)
  if (sensitivity !== undefined) return [{ path, ast, sensitivity }]
  switch (ast._tag) {
    case "Literal":
    case "Null":
    case "Undefined":
      return []
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) =>
          leavesOf(type, `${path}.${String(name)}`),
        ),
        ...ast.indexSignatures.flatMap(({ type }) => leavesOf(type, `${path}[*]`)),
      ]
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((item) => leavesOf(item, `${path}[]`))
    case "Union":
      return ast.types.flatMap((type) => leavesOf(type, path))
    default:
      return [{ path, ast, sensitivity }]
  }
}
