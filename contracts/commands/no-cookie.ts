/**
 * The label of a refusal of a request that came without the site's cookie: this browser keeps none, or it was
 * deleted under the open page. It is no log-out.
 */
export const NO_COOKIE = "request.noCookie"
