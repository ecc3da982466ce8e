/**
 * Identifies the fold code: two builds with equal fingerprints fold equal logs to equal states, so a difference
 * between them means damage or nondeterminism; with unequal fingerprints it only means another build. Pure; the
 * caller reads the sources.
 */
import { canonicalJson } from "./canonical-json.ts"
import type { Sha256 } from "./hash-chain.ts"

export interface FoldSource {
  readonly name: string
  readonly text: string
}

/** Whether a file of packages/folds is fold code and not test code. */
export const isFoldSource = (name: string): boolean =>
  name.endsWith(".ts") && !/\.(test|fixtures?|conformance|bench)\.ts$/u.test(name)

export const foldFingerprint = (sha256: Sha256, sources: ReadonlyArray<FoldSource>): string =>
  sha256(
    canonicalJson(
      Object.fromEntries(
        sources.filter(({ name }) => isFoldSource(name)).map(({ name, text }) => [name, text]),
      ),
    ),
  ).slice(0, 16)
