/** The path of a request as it was sent: what a proxy's rules see, before dot segments are resolved. */
export const sentPath = (request: { readonly url?: string | undefined }): string => {
  const [path = ""] = (request.url ?? "").split("?", 1)
  return path
}
