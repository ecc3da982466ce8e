/** The home page in the language that a path is in (ROUTE-20). */
export const homePath = (path: string): string => /^\/(?:nl|en)(?=\/|$)/u.exec(path)?.[0] ?? "/"
