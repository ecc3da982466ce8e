/** The script of the desk's pages, as `npm run build:desk` packs it from desk-client/. */
import { readFileSync } from "node:fs"

/** By the package's name, since the packed process lies elsewhere (ADR 0034). */
const FILE = new URL(
  "../dist/desk/desk.js",
  import.meta.resolve("@foldcast/simulators/desk/script-file"),
)

/** Throws where it is not built. */
export const readDeskScript = (): string => {
  try {
    return readFileSync(FILE, "utf8")
  } catch {
    throw new Error("The desk's script is not built: run npm run build:desk.")
  }
}
