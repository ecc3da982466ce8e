/** The link that dials a number, however it is written. Pure. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+*#]/gu, "")}`
