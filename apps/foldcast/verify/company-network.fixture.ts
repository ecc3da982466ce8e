/**
 * A company's network for tests: host names that no resolver knows, and a proxy that leads to them. Every host
 * is one server on loopback, over HTTP and TLS, with an untrusted certificate.
 */
import { createServer, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, connect, type Server } from "node:net"

/** For partner.example.test and members.example.test, self-signed; used only in tests. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvzCCAWagAwIBAgIULBgIUx61BtnV0FU0GFlQHlUVam8wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNRm9sZGNhc3QgdGVzdDAgFw0yNjExMjYwMDQ2MzhaGA8yMTI2
MTEwMjAwNDYzOFowGDEWMBQGA1UEAwwNRm9sZGNhc3QgdGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABJIjyVj17BgjZn1/ada5iUpZVMRzFS6wCjw+itnC//VD
zc3GEm707bwgbY9uNXJ1ruaqS8yKTb2x5nLg3V6HijijgYswgYgwHQYDVR0OBBYE
FNu1lUhBZqoQ/UTNn1v60DFGdtTfMB8GA1UdIwQYMBaAFNu1lUhBZqoQ/UTNn1v6
0DFGdtTfMA8GA1UdEwEB/wQFMAMBAf8wNQYDVR0RBC4wLIIUcGFydG5lci5leGFt
cGxlLnRlc3SCFG1lbWJlcnMuZXhhbXBsZS50ZXN0MAoGCCqGSM49BAMCA0cAMEQC
IFKvomQGiGky4k9FYN3xL7296qveh8UhIOg3l+UVzNFaAiB0J4FnrjzNo/xBrQrG
BuuTaG8tIgZ5DbEP3gW+SAq1eg==
-----END CERTIFICATE-----
`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgctPTI+9+qGOC1bnz
sTDeuufjnuFohBDKAxlKwA/7x5ihRANCAASSI8lY9ewYI2Z9f2nWuYlKWVTEcxUu
sAo8PorZwv/1Q83NxhJu9O28IG2PbjVyda7mqkvMik29seZy4N1eh4o4
-----END PRIVATE KEY-----
`

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
  })

export const companyNetwork = async (answer: RequestListener) => {
  const clear = createServer(answer)
  const tls = createTlsServer({ cert: CERTIFICATE, key: KEY }, answer)
  const [, tlsPort] = [await listening(clear), await listening(tls)]
  const asked: Array<string> = []
  const proxy = createServer((request, response) => {
    // The absolute form: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
    asked.push(`${request.method ?? ""} ${request.url ?? ""}`)
    answer(request, response)
  })
  proxy.on("connect", ({ url = "" }, client, head) => {
    asked.push(`CONNECT ${url}`)
    const there = connect(tlsPort, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      there.write(head)
      there.pipe(client).pipe(there)
    })
    for (const end of [client, there]) end.on("error", () => there.destroy())
  })
  const proxyPort = await listening(proxy)
  return {
    /** With a password, which no message may show. */
    proxy: `http://somebody:pass-word@127.0.0.1:${proxyPort}`,
    clear: `http://127.0.0.1:${(clear.address() as AddressInfo).port}`,
    /** The requests to the proxy, in order. */
    asked,
    close: async () => {
      for (const server of [clear, tls, proxy]) {
        server.closeAllConnections()
        await closed(server)
      }
    },
  }
}
