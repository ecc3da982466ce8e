/** The performer service's calls by name: for the metrics, which name no schema, and performer-service.ts. */
export const PERFORMER_CALLS = [
  "GET /featured/categories",
  "GET /user/find",
  "GET /user/count",
  "GET /user/autocomplete",
  "GET /profile/{id}",
  "GET /media/albums/{id}",
  "GET /media/album/{id}/{albumId}",
] as const
