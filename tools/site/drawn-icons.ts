/** Has the icons of lucide-react made by the site's own function, in the browser's part and in the server's. */
import type { Plugin } from "vite"

const FACTORY = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/u

/** `drawnIcon` is the file of apps/web/features/site/drawn-icon.ts. */
export const drawnIcons = (drawnIcon: string): Plugin => {
  const met = new Set<string>()
  return {
    name: "foldcast:drawn-icons",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: FACTORY },
      handler(id) {
        met.add(id)
        return {
          code: `export { drawnIcon as default } from ${JSON.stringify(drawnIcon)}`,
          moduleSideEffects: false,
        }
      },
    },
    buildEnd: (error) => {
      if (error === undefined && met.size === 0)
        throw new Error("lucide-react makes its icons by another module")
    },
  }
}
