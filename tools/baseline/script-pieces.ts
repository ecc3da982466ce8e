/**
 * The web features that the browser's sources use, by the compiler's symbols: members of `lib.dom.d.ts` or of
 * the language's own libraries, and the elements and attributes in JSX. Members of option objects (`{ priority:
 * "low" }`) are not found.
 */
import { relative } from "node:path"
import {
  type Expression,
  isCallExpression,
  isIdentifier,
  isJsxAttribute,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isPropertyAccessExpression,
  isStringLiteral,
} from "typescript/unstable/ast"
import type { Node, SourceFile } from "typescript/unstable/ast"
import { API, type Project, type Symbol as TypedSymbol } from "typescript/unstable/sync"
import { piecesNamed, type UsedPiece, WEB_PIECES, type WebPiece } from "./web-pieces.ts"

/** Maps the compiler's library names to the standards' names. */
const standardName = (name: string): string =>
  name
    .replace(/Constructor$/u, "")
    .replace(/^Readonly(?=Array$|Map$|Set$)/u, "")
    .replace(/^RegExp(?:Exec|Match)Array$/u, "RegExp")
    .replace(/^IteratorObject$/u, "Iterator")
    .replace(/^PromiseWithResolvers$/u, "Promise")

const LIBRARY = /\/lib\.(dom|webworker|es|decorators)[\w.]*\.d\.ts$/u

/** A library mixin belongs to interfaces that it does not name, so the oldest feature of that name counts. */
const oldest = (pieces: ReadonlyArray<WebPiece>): WebPiece | undefined =>
  pieces.toSorted((one, other) => (one.since ?? "9").localeCompare(other.since ?? "9"))[0]

/** `object` is the name before the member, if it is a name: the libraries' static members have no owner. */
const pieceOf = (symbol: TypedSymbol, object: string | undefined): WebPiece | undefined => {
  const library = symbol.declarations
    .map(({ path }) => LIBRARY.exec(path)?.[1])
    .find((name) => name !== undefined)
  if (library === undefined) return undefined
  const base = library === "es" ? "javascript.builtins" : "api"
  const parent = symbol.getParent()?.name ?? ""
  const owner = standardName(parent === "__type" && object !== undefined ? object : parent)
  const keys =
    owner === ""
      ? [`${base}.${symbol.name}`, `api.Window.${symbol.name}`]
      : [
          `${base}.${owner}.${symbol.name}`,
          `${base}.${owner}.${symbol.name}_static`,
          `${base}.Intl.${owner}.${symbol.name}`,
        ]
  const exact = keys.map((key) => WEB_PIECES.get(key)).find((piece) => piece !== undefined)
  return (
    exact ??
    (owner === ""
      ? undefined
      : oldest(piecesNamed(symbol.name).filter(({ key }) => key.startsWith(base))))
  )
}

/** `addEventListener("scrollend", …)`. */
const eventOf = (called: Expression, [name]: ReadonlyArray<Expression>): WebPiece | undefined =>
  isPropertyAccessExpression(called) &&
  called.name.text === "addEventListener" &&
  name !== undefined &&
  isStringLiteral(name)
    ? oldest(piecesNamed(`${name.text}_event`))
    : undefined

/** An attribute that React names differently from HTML is not found. */
const attributePiece = (element: string, attribute: string): WebPiece | undefined => {
  const name = attribute.toLowerCase()
  return (
    WEB_PIECES.get(`html.elements.${element}.${name}`) ??
    WEB_PIECES.get(`html.global_attributes.${name}`)
  )
}

interface Seen {
  readonly identifiers: Array<Node>
  /** The name before each member, by the member's name in the source. */
  readonly objects: Map<Node, string>
  readonly pieces: Array<readonly [Node, WebPiece | undefined]>
}

const look = (node: Node, seen: Seen): void => {
  if (isIdentifier(node)) seen.identifiers.push(node)
  if (isPropertyAccessExpression(node) && isIdentifier(node.expression))
    seen.objects.set(node.name, node.expression.text)
  if (isCallExpression(node)) seen.pieces.push([node, eventOf(node.expression, node.arguments)])
  if (
    (isJsxOpeningElement(node) || isJsxSelfClosingElement(node)) &&
    isIdentifier(node.tagName) &&
    /^[a-z]/u.test(node.tagName.text)
  ) {
    const element = node.tagName.text
    seen.pieces.push([node, WEB_PIECES.get(`html.elements.${element}`)])
    for (const attribute of node.attributes.properties)
      if (isJsxAttribute(attribute) && isIdentifier(attribute.name))
        seen.pieces.push([attribute, attributePiece(element, attribute.name.text)])
  }
  node.forEachChild((child) => {
    look(child, seen)
  })
}

const piecesIn = (project: Project, file: SourceFile): ReadonlyArray<UsedPiece> => {
  const seen: Seen = { identifiers: [], objects: new Map(), pieces: [] }
  look(file, seen)
  const symbols = project.checker.getSymbolAtLocation(seen.identifiers)
  const found = [
    ...seen.pieces,
    ...symbols.map((symbol, index) => {
      const node = seen.identifiers[index] ?? file
      return [node, symbol && pieceOf(symbol, seen.objects.get(node))] as const
    }),
  ]
  const path = relative(process.cwd(), file.fileName)
  const lineOf = (node: Node) => file.text.slice(0, node.getStart(file)).split("\n").length
  return found.flatMap(([node, piece]) =>
    piece === undefined ? [] : [{ piece, where: `${path}:${lineOf(node)}` }],
  )
}

/** Reads the sources that `isBrowsers` accepts, by their path from the root, in that configuration's program. */
export const scriptPieces = (
  configuration: string,
  isBrowsers: (path: string) => boolean,
): ReadonlyArray<UsedPiece> => {
  const api = new API({ cwd: process.cwd() })
  try {
    const [project] = api.updateSnapshot({ openProjects: [configuration] }).getProjects()
    if (project === undefined) throw new Error(`${configuration} is no program`)
    return project.program
      .getSourceFileNames()
      .filter((name) => isBrowsers(relative(process.cwd(), name)))
      .flatMap((name) => {
        const file = project.program.getSourceFile(name)
        return file === undefined ? [] : piecesIn(project, file)
      })
  } finally {
    api.close()
  }
}
