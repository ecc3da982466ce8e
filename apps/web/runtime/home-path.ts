/** The home page in the language that a path is in (ROUTE-20). */
import { localePrefix } from "@foldcast/contracts/locale-prefix"

export const homePath = (path: string): string => localePrefix(path) || "/"
