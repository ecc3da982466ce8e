/**
 * Where the member socket and the chat socket are, for an address with or without a base path. The client library
 * takes a path in its address for a namespace, so the path is given beside it. Pure.
 */
export const memberSocketAddress = (
  url: string,
): { readonly origin: string; readonly path: string } => {
  const { origin, pathname } = new URL(url)
  return { origin, path: `${pathname.replace(/\/+$/u, "")}/socket.io` }
}
