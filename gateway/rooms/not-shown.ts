/**
 * Why what is paid for is refused to a page that says it can show no picture: the service is not asked, and nothing
 * is paid. Null where it can, or says nothing. Pure.
 */
import { PICTURE_NOT_SHOWN } from "@foldcast/contracts/chat-rules"

export const pictureRefusal = (showsPicture: boolean | undefined): string | null =>
  showsPicture === false ? PICTURE_NOT_SHOWN : null
