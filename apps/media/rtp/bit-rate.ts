/** A bit rate in the form of REMB (draft-alvestrand-rmcat-remb-03): 18 bits of mantissa, 6 of exponent. Pure. */
export interface RembBitRate {
  readonly brExp: number
  readonly brMantissa: number
}

const MANTISSA_BITS = 18

export const rembBitRate = (bitsPerSecond: number): RembBitRate => {
  let brExp = 0
  while (bitsPerSecond >= 2 ** (MANTISSA_BITS + brExp)) brExp += 1
  return { brExp, brMantissa: Math.floor(bitsPerSecond / 2 ** brExp) }
}
