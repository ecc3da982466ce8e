/**
 * What a viewer is sent: the publisher where it decodes the publisher's codec, else the drawn loop that the chat service
 * named, else nothing. Pure.
 */
import type { VideoCodec } from "../sdp/offer.ts"

export type ViewerSource = "publisher" | "loop" | "nothing"

export interface AvailableSources {
  /** Null: nobody publishes. Its codec is null without video, and before its first packet. */
  readonly publisher: { readonly codec: VideoCodec | null } | null
  readonly hasLoop: boolean
  /** What the viewer decodes. */
  readonly codecs: ReadonlyArray<VideoCodec>
}

/** Undefined: there is something that this viewer does not decode. */
export const chooseSource = ({
  publisher,
  hasLoop,
  codecs,
}: AvailableSources): ViewerSource | undefined => {
  if (publisher !== null) {
    const { codec } = publisher
    return codec === null || codecs.length === 0 || codecs.includes(codec) ? "publisher" : undefined
  }
  if (!hasLoop) return "nothing"
  // Loops are VP8; who takes no sound is sent none.
  return codecs.includes("VP8") ? "loop" : undefined
}
