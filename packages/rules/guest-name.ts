/** A guest's shown name: the part of the raw one before its first dash. @internal until there are rooms. */
export const guestName = (raw: string): string => raw.split("-", 1)[0] ?? raw
