/** A country's flag, drawn: three stripes, lying or standing. Its name stands beside it. */
import type { DialInCountry } from "@foldcast/contracts/phone"

interface Flag {
  readonly stripes: readonly [string, string, string]
  readonly isUpright: boolean
}

const FLAGS: Readonly<Record<DialInCountry, Flag>> = {
  NL: { stripes: ["#ae1c28", "#fff", "#21468b"], isUpright: false },
  BE: { stripes: ["#000", "#fae042", "#ed2939"], isUpright: true },
  DE: { stripes: ["#000", "#d00", "#ffce00"], isUpright: false },
}

export function CountryFlag({ country }: { readonly country: DialInCountry }) {
  const { stripes, isUpright } = FLAGS[country]
  return (
    <svg className="country-flag" viewBox="0 0 9 6" aria-hidden="true">
      {stripes.map((colour, index) =>
        isUpright ? (
          <rect key={colour} x={index * 3} width="3" height="6" fill={colour} />
        ) : (
          <rect key={colour} y={index * 2} width="9" height="2" fill={colour} />
        ),
      )}
    </svg>
  )
}
