/** The fingerprint of the folds this gateway runs, read from their sources when it starts. */
import { readdirSync, readFileSync } from "node:fs"
import { foldFingerprint } from "@foldcast/contracts/capture/fold-fingerprint"
import { sha256 } from "./digests.ts"

export const readFoldFingerprint = (): string => {
  const folder = new URL(".", import.meta.resolve("@foldcast/folds/site"))
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"))
  return foldFingerprint(
    sha256,
    names.map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") })),
  )
}
