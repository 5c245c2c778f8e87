-- What a lead asks for and nobody has dealt with yet, kept with the count of open tasks: each request is a task until then.
-- has_viewing_request and its like say that it was ever asked for, which the score counts.
ALTER TABLE leads ADD COLUMN open_requests text[] NOT NULL DEFAULT '{}'
  CHECK (open_requests <@ ARRAY['viewing_request', 'offer_submission', 'sell_request']);
UPDATE leads SET open_requests = asked.open
FROM (SELECT lead_id, array_agg(DISTINCT taskable_type ORDER BY taskable_type) AS open FROM tasks
      WHERE NOT completed AND deleted_at IS NULL
        AND taskable_type IN ('viewing_request', 'offer_submission', 'sell_request') GROUP BY lead_id) asked
WHERE leads.id = asked.lead_id;
