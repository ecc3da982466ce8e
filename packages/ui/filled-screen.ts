/**
 * The full-screen element; null without one. Phones that allow full screen only for videos have neither this
 * property nor the function that ends it (docs/browsers.md).
 */
export const filledScreen = (): Element | null =>
  (document as Partial<Pick<Document, "fullscreenElement">>).fullscreenElement ?? null
