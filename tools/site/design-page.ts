/**
 * Serves the page of all components, `/design`, in development. Its entry is no input of the build, so the built site
 * has no part of it.
 */
import type { Plugin } from "vite"

export const DESIGN_PATH = "/design"
const ENTRY = "/design/design-entry.tsx"

const document = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Design</title>
    <script type="module" src="/@vite/client"></script>
  </head>
  <body>
    <div id="site"></div>
    <script type="module" src="${ENTRY}"></script>
  </body>
</html>
`

export const designPage = (): Plugin => ({
  name: "foldcast:design-page",
  apply: "serve",
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      if (request.method !== "GET" || request.url?.split("?", 1)[0] !== DESIGN_PATH) {
        next()
        return
      }
      response.setHeader("Content-Type", "text/html; charset=utf-8")
      response.end(document)
    })
  },
})
