/**
 * The socket.io address of the member socket and the chat socket, for a URL with or without a base path. The client
 * library takes a path in the URL for a namespace, so the path is separate. Pure.
 */
export const socketAddress = (url: string): { readonly origin: string; readonly path: string } => {
  const { origin, pathname } = new URL(url)
  return { origin, path: `${pathname.replace(/\/+$/u, "")}/socket.io` }
}
