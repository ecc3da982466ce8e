/** The performer service's calls by name, its chat's included. Callers: the gateway's adapter and metrics. */
export const PERFORMER_CALLS = [
  "GET /featured/categories",
  "GET /user/find",
  "GET /user/count",
  "GET /user/autocomplete",
  "GET /profile/{id}",
  "GET /media/albums/{id}",
  "GET /media/album/{id}/{albumId}",
  "PUT /chat/set-lobby",
  "POST /chat/leave",
  "PUT /chat/leave",
  "POST /chat/action",
  "POST /chat/watch",
  "POST /chat/cam-back",
  "POST /chat/error",
] as const
