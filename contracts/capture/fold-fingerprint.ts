/**
 * Names the code that folds: two builds with equal fingerprints fold equal logs to equal states, so a
 * difference between them is damage or nondeterminism, and between unequal ones merely another build.
 * Pure; reading the sources is the caller's.
 */
import { canonicalJson } from "./canonical-json.ts"
import type { Sha256 } from "./hash-chain.ts"

export interface FoldSource {
  readonly name: string
  readonly text: string
}

/** Whether a file of packages/folds is code that folds, and not what tests it. */
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
