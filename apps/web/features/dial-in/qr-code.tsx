/** A link as a QR code, for a phone's camera. Dark on light in both themes, as cameras expect it. */
import { encode } from "uqr"
import { m } from "@foldcast/messages/messages"

/** One square for each dark module. */
const pathOf = (rows: ReadonlyArray<ReadonlyArray<boolean>>): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("")

export function QrCode({ link }: { readonly link: string }) {
  const { data, size } = encode(link, { ecc: "M", border: 2 })
  return (
    <svg
      className="dial-in__qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={m.dial_in_qr()}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(data)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
