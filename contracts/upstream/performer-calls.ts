/** The performer service's calls by name, including its chat. */

/** The only call that answers a picture (`image/jpeg`) and not JSON; 404 means that there is none now. */
export const STILL_CALL = "GET /performers/{id}/still"
/** The limit of a still: the gateway reads no further. */
export const MAX_STILL_BYTES = 20_000

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
