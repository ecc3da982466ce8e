/** The final words of `foldcast replay` about a file: its verdict and its signature. */
import { findDivergence } from "@foldcast/replay/divergence"
import type { CapturePart } from "@foldcast/replay/part-fold"
import type { ReplayResult } from "@foldcast/replay/player"
import type { CaptureSignature } from "@foldcast/replay/signature"
import { EXIT_CODES, CaptureVerdict } from "@foldcast/replay/verdict"

/** `TipReceived 3 times, PinTyped once`, or null when every entry could be read. */
export const unreadSentence = (parts: ReadonlyArray<CapturePart>): string | null => {
  const total = new Map<string, number>()
  for (const [tag, count] of parts.flatMap(({ unread }) => Object.entries(unread)))
    total.set(tag, (total.get(tag) ?? 0) + count)
  if (total.size === 0) return null
  return [...total].map(([tag, n]) => `${tag} ${n === 1 ? "once" : `${n} times`}`).join(", ")
}

const signatureWords = (signature: CaptureSignature): string => {
  switch (signature._tag) {
    case "Known":
      return `it is signed by the known key ${signature.kid}`
    case "Unknown":
      return `it is signed by a key that is not among the given ones (${signature.kid}; see --keys)`
    case "Absent":
      return "it is of version 1, which nobody signs"
  }
}

/** A file counts as its least trustworthy capture. */
const leastOf = (parts: ReadonlyArray<CapturePart>): CaptureSignature | null => {
  const signatures = parts.flatMap(({ signature }) => signature ?? [])
  return (
    signatures.find(({ _tag }) => _tag === "Absent") ??
    signatures.find(({ _tag }) => _tag === "Unknown") ??
    signatures[0] ??
    null
  )
}

/** Null when no capture of the file is complete. */
export const signatureSentence = (parts: ReadonlyArray<CapturePart>): string | null => {
  const least = leastOf(parts)
  if (least === null) return null
  const words = signatureWords(least)
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

/**
 * The first capture whose state differs from the recorded one, and where it diverges; null when none differs, or
 * when all slices that both builds have are equal.
 */
const stateDiffers = async (
  file: string,
  { parts }: ReplayResult,
): Promise<CaptureVerdict | null> => {
  for (const [index, { recorded, stateHash }] of parts.entries()) {
    if (recorded === null || recorded === stateHash) continue
    const divergence = await findDivergence(file, index + 1)
    if (divergence._tag !== "OtherSlices")
      return CaptureVerdict.StateDiffers({ expected: recorded, actual: stateHash, divergence })
  }
  return null
}

/** Null when the gateway's own line ends are unchanged. */
export const lineEndsSentence = ({ lineEnds }: Pick<ReplayResult, "lineEnds">): string | null =>
  lineEnds.length === 0
    ? null
    : `Its line ends were changed on the way here (${lineEnds.join(", ")}); no line was.`

/** With `--strict`, a warning becomes the verdict. */
export const judged = async (
  file: string,
  read: ReplayResult,
  strict: boolean,
): Promise<CaptureVerdict> => {
  const { verdict, parts } = read
  if (verdict._tag === "StateDiffers") return (await stateDiffers(file, read)) ?? verdict
  if (!strict || EXIT_CODES[verdict._tag] !== 0) return verdict
  const unread = unreadSentence(parts)
  if (unread !== null)
    return CaptureVerdict.Newer({ what: `it holds what this one cannot read (${unread})` })
  const least = leastOf(parts)
  if (least !== null && least._tag !== "Known")
    return CaptureVerdict.NotVouchedFor({ why: signatureWords(least) })
  return (await stateDiffers(file, read)) ?? verdict
}
