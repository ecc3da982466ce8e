/** The performer service's calls by name. Callers: the gateway's adapter and metrics. */
export const PERFORMER_CALLS = [
  "GET /featured/categories",
  "GET /user/find",
  "GET /user/count",
  "GET /user/autocomplete",
  "GET /profile/{id}",
  "GET /media/albums/{id}",
  "GET /media/album/{id}/{albumId}",
] as const
