/** The label of a refusal: the new password is one of the commonest (ADR 0044, UA61). */
export const COMMON_PASSWORD = "commonPassword"
