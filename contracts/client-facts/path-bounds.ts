/** How much of an address a log keeps, in characters; whoever tells of a longer one cuts it. */
export const MAX_PATH = 2_048
export const MAX_PATH_PARAM = 200
/** Of an answer's key. */
export const MAX_KEY = 300
