/** The web features that the site's sources and built files use. */
import { readdirSync, readFileSync } from "node:fs"
import { readFiles, type SourceFile } from "../repository.ts"
import { bundlePieces } from "./bundle-pieces.ts"
import { scriptPieces } from "./script-pieces.ts"
import { stylePieces } from "./style-pieces.ts"
import type { UsedPiece } from "./web-pieces.ts"

const IN_BROWSERS =
  /^(?:apps\/web|contracts|packages\/(?:client|folds|messages|reactions|rules|ui))\/(?!.*(?:node_modules|dist|generated)\/)/u
/** Tests, and files that only the gateway runs. */
const ELSEWHERE = /\.(?:test|fixtures?|conformance)\.|^apps\/web\/(?:server-entry|first-in-head)\./u

const BUILT = "apps/web/dist/client/assets"

const builtFiles = (): ReadonlyArray<SourceFile> =>
  readdirSync(BUILT).map((name) => ({
    path: `${BUILT}/${name}`,
    text: /\.(?:js|css)$/u.test(name) ? readFileSync(`${BUILT}/${name}`, "utf8") : "",
  }))

export interface UsedPieces {
  readonly source: ReadonlyArray<UsedPiece>
  readonly styles: ReadonlyArray<UsedPiece>
  readonly builtScript: ReadonlyArray<UsedPiece>
  readonly builtStyles: ReadonlyArray<UsedPiece>
}

/** Needs a build. */
export const usedPieces = (): UsedPieces => {
  const built = builtFiles()
  const ending = (end: string) => built.filter(({ path }) => path.endsWith(end))
  return {
    source: scriptPieces(
      `${process.cwd()}/apps/web/tsconfig.json`,
      (path) => IN_BROWSERS.test(path) && !ELSEWHERE.test(path),
    ),
    styles: readFiles(/^(?:apps\/web|packages\/ui)\/.*\.css$/u).flatMap(stylePieces),
    builtScript: ending(".js").flatMap(bundlePieces),
    builtStyles: ending(".css").flatMap(stylePieces),
  }
}
