/**
 * The newer web features that the built script uses, packages included. The script has no types, so a feature
 * is recognised by name: a global, a member of a global, or a member whose name is no ordinary word and belongs
 * to no older feature. The script is parsed as that year's ECMAScript; newer syntax is an error.
 */
import { type AnyNode, type Expression, parse, type PrivateIdentifier, type Super } from "acorn"
import type { SourceFile } from "../repository.ts"
import { BASELINE_YEAR } from "./baseline.ts"
import { isNewer, piecesNamed, type UsedPiece, WEB_PIECES, type WebPiece } from "./web-pieces.ts"

/** Names in this repository or in packages that newer interfaces also have. */
const OWN_NAMES = new Set([
  "canGoBack",
  "createContext",
  "displayName",
  "failureReason",
  "fromElement",
  "isError",
  "isValid",
  "marginBottom",
  "marginLeft",
  "marginRight",
  "marginTop",
  "maxHeight",
  "maxWidth",
  "paymentOptions",
  "requestId",
  "toArray",
])

const oldest = (name: string): WebPiece | undefined => {
  const pieces = piecesNamed(name)
  return pieces.every(isNewer) ? pieces[0] : undefined
}

type Child = AnyNode | Expression | PrivateIdentifier | Super

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value

/** `Promise.withResolvers`, `document.startViewTransition`, `.requestVideoFrameCallback`. */
const memberPiece = (object: Child, name: string): WebPiece | undefined => {
  if (object.type === "Identifier") {
    const keys = [
      `javascript.builtins.${object.name}.${name}`,
      `api.${object.name}.${name}_static`,
      `api.${object.name[0]?.toUpperCase()}${object.name.slice(1)}.${name}`,
    ]
    const exact = keys.map((key) => WEB_PIECES.get(key)).find((piece) => piece !== undefined)
    if (exact !== undefined) return isNewer(exact) ? exact : undefined
  }
  return /[a-z][A-Z]/u.test(name) && !OWN_NAMES.has(name) ? oldest(name) : undefined
}

const globalPiece = (name: string): WebPiece | undefined => {
  const piece = WEB_PIECES.get(`javascript.builtins.${name}`) ?? WEB_PIECES.get(`api.${name}`)
  return piece !== undefined && name.length > 3 && isNewer(piece) ? piece : undefined
}

const pieceAt = (node: AnyNode): WebPiece | undefined => {
  switch (node.type) {
    case "MemberExpression":
      return node.computed || node.property.type !== "Identifier"
        ? undefined
        : memberPiece(node.object, node.property.name)
    case "NewExpression":
    case "CallExpression":
      return node.callee.type === "Identifier" ? globalPiece(node.callee.name) : undefined
    case "UnaryExpression":
      return node.operator === "typeof" && node.argument.type === "Identifier"
        ? globalPiece(node.argument.name)
        : undefined
    default:
      return undefined
  }
}

const walk = (node: AnyNode, found: Map<string, WebPiece>): void => {
  const piece = pieceAt(node)
  if (piece !== undefined) found.set(piece.key, piece)
  for (const value of Object.values(node)) {
    const children: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    for (const child of children) if (isNode(child)) walk(child, found)
  }
}

/** Throws a `SyntaxError` for syntax that a Baseline browser does not know. */
export const bundlePieces = ({ path, text }: SourceFile): ReadonlyArray<UsedPiece> => {
  const found = new Map<string, WebPiece>()
  walk(parse(text, { ecmaVersion: BASELINE_YEAR, sourceType: "module" }), found)
  return [...found.values()].map((piece) => ({ piece, where: path }))
}
