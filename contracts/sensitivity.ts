/**
 * How sensitive a field is, said where the field is declared (law L8).
 *
 * Every leaf of every schema that can reach a log is wrapped in one of:
 *
 *   keep(schema)              stands in captures as it is
 *   token(schema, form)       replaced by a per-capture HMAC, put into a form the schema accepts
 *   names(schema, rewrite)    stands with the names in it replaced: paths
 *   drop(schema, placeholder) replaced by a fixed placeholder the schema accepts
 *   secret(schema)            passwords, PINs, tokens: may cross a wire, never enters a log
 *
 * What carries no annotation is treated as `drop` without a placeholder, which the annotation test refuses.
 */
import { Schema, SchemaAST } from "effect"

export type Sensitivity =
  | { readonly policy: "keep" }
  | { readonly policy: "token"; readonly form: (digest: string) => unknown }
  | {
      readonly policy: "names"
      readonly rewrite: (value: unknown, digest: (text: string) => string) => unknown
    }
  | { readonly policy: "drop"; readonly placeholder: unknown }
  | { readonly policy: "secret" }

declare module "effect/Schema" {
  namespace Annotations {
    interface Annotations {
      readonly sensitivity?: Sensitivity | undefined
    }
  }
}

export const keep = <S extends Schema.Top>(schema: S): S["Rebuild"] =>
  schema.annotate({ sensitivity: { policy: "keep" } })

/**
 * A form of `token`: a prefix for the kind of id, and enough of the digest that two values never share it by chance.
 */
export const standIn =
  (prefix: string) =>
  (digest: string): string =>
    `${prefix}_${digest.slice(0, 22)}`

/** `form` receives 64 hexadecimal digits and answers a value that the schema accepts. */
export const token = <S extends Schema.Top>(
  schema: S,
  form: (digest: string) => S["Type"],
): S["Rebuild"] => schema.annotate({ sensitivity: { policy: "token", form } })

/** `rewrite` answers a value that the schema accepts, with a stand-in made of its digest for each name. */
export const names = <S extends Schema.Top>(
  schema: S,
  rewrite: (value: S["Type"], digest: (text: string) => string) => S["Type"],
): S["Rebuild"] => schema.annotate({ sensitivity: { policy: "names", rewrite } })

export const drop = <S extends Schema.Top>(schema: S, placeholder: S["Type"]): S["Rebuild"] =>
  schema.annotate({ sensitivity: { policy: "drop", placeholder } })

export const secret = <S extends Schema.Top>(schema: S): S["Rebuild"] =>
  schema.annotate({ sensitivity: { policy: "secret" } })

/** The annotation of a schema node, or undefined where nobody decided. */
export const sensitivityOf = (ast: SchemaAST.AST): Sensitivity | undefined =>
  SchemaAST.resolve(ast)?.["sensitivity"]
