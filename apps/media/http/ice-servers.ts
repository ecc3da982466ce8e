/** The ICE servers that clients are told, each in a Link header (RFC 9725, section 4.6). Pure. */
export interface IceServer {
  /** `turn:turn.example.net:3478?transport=udp` */
  readonly url: string
  readonly login: { readonly username: string; readonly credential: string } | null
}

const URL_FORM =
  /^(?:stuns?|turns?):[\w.-]{1,253}(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$|^(?:stuns?|turns?):\[[\da-f:]{2,39}\](?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/iu
const LOGIN_PART = /^[\x21\x23-\x5b\x5d-\x7b\x7d\x7e]{1,200}$/u

/** Of `stun:host` or `turn:host|user|credential`. Undefined for others, and for TURN without a login. */
export const parseIceServer = (text: string): IceServer | undefined => {
  const [url = "", username, credential, ...others] = text.split("|")
  if (!URL_FORM.test(url) || others.length > 0) return undefined
  if (username === undefined && credential === undefined) {
    return /^stun/iu.test(url) ? { url, login: null } : undefined
  }
  if (!LOGIN_PART.test(username ?? "") || !LOGIN_PART.test(credential ?? "")) return undefined
  return { url, login: { username: username ?? "", credential: credential ?? "" } }
}

export const linkHeader = (servers: ReadonlyArray<IceServer>): string | undefined => {
  if (servers.length === 0) return undefined
  return servers
    .map(({ url, login }) =>
      login === null
        ? `<${url}>; rel="ice-server"`
        : `<${url}>; rel="ice-server"; username="${login.username}"; credential="${login.credential}"; credential-type="password"`,
    )
    .join(", ")
}
