/**
 * Whether anything of what a member was granted is spent. Spending takes the oldest credits first, so nothing of a grant
 * is spent while the balance is no less than it and all that was granted after it. What is held counts as spent: it has
 * left the balance.
 */

/**
 * An expression: the credits granted with the entry `e` of a member's account and after it, without purchases that were
 * withdrawn from.
 */
export const GRANTED_SINCE = `(
  SELECT sum(g.amount)::bigint
  FROM entries g
  JOIN transfers gt ON gt.id = g.transfer_id
  LEFT JOIN payment_sessions gs ON gt.reason = 'bundle' AND gs.id = gt.about
  WHERE g.account_id = e.account_id AND g.number >= e.number
    AND gt.reason IN ('bundle', 'welcome', 'demo') AND gs.withdrawn_at IS NULL)`
