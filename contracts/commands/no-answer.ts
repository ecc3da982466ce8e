/**
 * The label of a `CommandFailed` whose command got no answer at all: it may have taken effect. What it
 * asked for is unknown, not refused (law L7).
 */
export const NO_ANSWER = "request.unanswered"
