/**
 * Declares a fact: past-tense tag, scope and fields. The scope selects the receivers (docs/protocol.md, "Events"):
 * the visit that asked, all visits of the owner, or all of the member's.
 *
 * A changed field makes a new version of the fact (law L6). The version follows from the upcasters: each one in
 * upcasters.ts carries a fact one version further.
 */
import { Schema } from "effect"

export const Scope = Schema.Literals(["visit", "owner", "member"])
export type Scope = typeof Scope.Type

declare module "effect/Schema" {
  namespace Annotations {
    interface Annotations {
      readonly scope?: Scope | undefined
    }
  }
}

export const fact = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  scope: Scope,
  fields: Fields,
) => Schema.TaggedStruct(tag, fields).annotate({ identifier: tag, scope })
