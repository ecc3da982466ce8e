/** The fingerprint of the folds this gateway runs, read from their sources when it starts. */
import { readdirSync, readFileSync } from "node:fs"
import { foldFingerprint } from "@foldcast/contracts/capture/fold-fingerprint"
import { captureSha256 } from "./digests.ts"

export const gatewayFoldFingerprint = (): string => {
  const folder = new URL(".", import.meta.resolve("@foldcast/folds/site"))
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"))
  return foldFingerprint(
    captureSha256,
    names.map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") })),
  )
}
