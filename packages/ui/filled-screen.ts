/**
 * What fills the screen; null where nothing does. A phone that lets films alone fill it has no such property, and no
 * function that ends it (docs/browsers.md).
 */
export const filledScreen = (): Element | null =>
  (document as Partial<Pick<Document, "fullscreenElement">>).fullscreenElement ?? null
