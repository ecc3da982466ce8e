/** Fills a request with the values that a provider's states returned: `Bearer ${token}`. Pure. */
import type { Generators, HttpInteraction } from "./pact-file.ts"

export type ProviderValues = Readonly<Record<string, unknown>>

/** The request as it is sent. */
export interface ReadyRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const PLACEHOLDER = /\$\{(\w+)\}/gu

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined

/**
 * A placeholder alone keeps its value's type; inside a text it becomes text. Without a value it stays
 * unchanged.
 */
const fill = (expression: string, values: ProviderValues): unknown => {
  const [, sole] = /^\$\{(\w+)\}$/u.exec(expression) ?? []
  if (sole !== undefined) return values[sole] ?? expression
  return expression.replaceAll(PLACEHOLDER, (whole, name: string) => textOf(values[name]) ?? whole)
}

const fillText = (expression: string, values: ProviderValues) =>
  textOf(fill(expression, values)) ?? expression

/** Sets the member at a path such as `$.member.email`. */
const withMember = (body: unknown, path: ReadonlyArray<string>, value: unknown): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return value
  const object = body as Readonly<Record<string, unknown>>
  return { ...object, [step]: withMember(object[step], rest, value) }
}

const stepsOf = (path: string): ReadonlyArray<string> => path.replace(/^\$\.?/u, "").split(".")

const filledBody = (content: unknown, generators: Generators, values: ProviderValues): unknown =>
  Object.entries(generators).reduce(
    (body, [path, { expression }]) => withMember(body, stepsOf(path), fill(expression, values)),
    content,
  )

const byLowerCase = (generators: Generators): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(generators).map(([name, { expression }]) => [name.toLowerCase(), expression]),
  )

/** The values that the request needs and no state returned. */
export const missingValues = (
  { request: { generators = {} } }: HttpInteraction,
  values: ProviderValues,
): ReadonlyArray<string> => {
  const { path, header = {}, query = {}, body = {} } = generators
  const all = [path === undefined ? {} : { path }, header, query, body]
  const names = all.flatMap((some) =>
    Object.values(some).flatMap(({ expression }) =>
      Array.from(expression.matchAll(PLACEHOLDER), ([, name = ""]) => name),
    ),
  )
  return [...new Set(names)].filter((name) => (values[name] ?? null) === null)
}

export const readyRequest = (
  { request }: HttpInteraction,
  values: ProviderValues,
): ReadyRequest => {
  const { generators = {} } = request
  const path =
    generators.path === undefined ? request.path : fillText(generators.path.expression, values)
  const query = new URLSearchParams()
  for (const [name, texts] of Object.entries(request.query ?? {})) {
    const generator = generators.query?.[name] ?? generators.query?.[`${name}[0]`]
    for (const text of texts) {
      query.append(name, generator === undefined ? text : fillText(generator.expression, values))
    }
  }
  const expressions = byLowerCase(generators.header ?? {})
  const headers = Object.entries(request.headers ?? {}).map(([name, texts]): [string, string] => {
    const expression = expressions[name.toLowerCase()]
    return [name, expression === undefined ? texts.join(", ") : fillText(expression, values)]
  })
  const { body } = request
  return {
    method: request.method,
    target: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers: Object.fromEntries(headers),
    body:
      body === undefined
        ? undefined
        : JSON.stringify(filledBody(body.content, generators.body ?? {}, values)),
  }
}
