/**
 * Parts of a request that the provider's state names: templates in a pact that are filled when a provider is
 * verified. Pure.
 */
import type { PactTemplate } from "@foldcast/verify/matchers"

export const fromState = (expression: string, value: PactTemplate): PactTemplate => ({
  "pact:matcher:type": "type",
  "pact:generator:type": "ProviderState",
  expression,
  value,
})

type Members = { readonly [key: string]: PactTemplate }

/** A nested member is named with a dot: `data.email`. */
export const withExpressions = (
  template: PactTemplate,
  expressions: Readonly<Record<string, string>>,
  prefix = "",
): PactTemplate =>
  Object.fromEntries(
    Object.entries(template as Members).map(([name, matcher]) => {
      const value = expressions[prefix + name]
      if (value !== undefined) {
        const generator = {
          "pact:generator:type": "ProviderState",
          expression: `\${${value}}`,
        }
        return [name, { ...(matcher as Members), ...generator }]
      }
      const inner = `${prefix}${name}.`
      return Object.keys(expressions).some((path) => path.startsWith(inner))
        ? [name, withExpressions(matcher, expressions, inner)]
        : [name, matcher]
    }),
  )

export const queryOf = (url: URL, expressions: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...url.searchParams].map(([name, value]) => {
      const known = expressions[name]
      return [name, known === undefined ? value : fromState(`\${${known}}`, value)]
    }),
  ) as Record<string, string>
