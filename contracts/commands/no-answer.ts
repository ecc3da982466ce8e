/**
 * The label of a `CommandFailed` whose command got no answer at all: it may have taken effect. What it
 * asked for is unknown, not refused (law L7).
 */
export const NO_ANSWER = "request.unanswered"
/** The label of one that a document carries into its next visit: its outcome went with the visit before. */
export const VISIT_IS_OVER = "visit.unknown"
