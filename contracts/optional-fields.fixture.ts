/** Which fields of a shape may be absent. For tests that hold examples to the shapes. */
import type { Schema } from "effect"
import { SchemaAST } from "effect"

export const optionalFields = ({ ast }: Schema.Top): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) =>
        SchemaAST.isOptional(type) ? [String(name)] : [],
      )
    : []
