/** What a list of performers has in its address: separate from how it is read, which no first page needs. Pure. */

export const LIST_PARAMETERS = ["filter", "order"] as const
export type ListParameter = (typeof LIST_PARAMETERS)[number]

/** Whether the address is a part of a page and no page of its own; the gateway drops what cannot be read before. */
export const hasListParameter = (query: object): boolean =>
  LIST_PARAMETERS.some((name) => name in query)
