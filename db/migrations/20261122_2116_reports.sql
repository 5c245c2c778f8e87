-- What reports count, beside what the features themselves keep.

-- Who was first in touch with a lead, and when; automatic messages have no author.
CREATE INDEX milestones_first_contact ON milestones (lead_id, happened_at)
  INCLUDE (milestone_type_id, milestone_option_id, author_user_id, on_behalf_of)
  WHERE milestone_type_id IN (1, 2, 3) AND deleted_at IS NULL AND coalesce(on_behalf_of, author_user_id) IS NOT NULL;
-- The statuses and the agents that a lead has had.
CREATE INDEX milestones_turns ON milestones (lead_id, happened_at, id)
  WHERE milestone_type_id IN (18, 19) AND deleted_at IS NULL;
-- As before, with what a report asks of a call, so that counting reads the index alone.
DROP INDEX milestones_contacts;
CREATE INDEX milestones_contacts ON milestones (coalesce(on_behalf_of, author_user_id), happened_at)
  INCLUDE (milestone_type_id, milestone_option_id, lead_id, id)
  WHERE milestone_type_id IN (1, 2, 3) AND deleted_at IS NULL;
CREATE INDEX campaign_instances_started ON campaign_instances (started_at);
CREATE INDEX deals_offered ON deals (offer_date) WHERE offer_date IS NOT NULL;
CREATE INDEX deals_firm ON deals (firm_date) WHERE firm_date IS NOT NULL;

-- What a source of leads cost in a month, in cents.
CREATE TABLE source_costs (
  source text NOT NULL,
  -- Its first day.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  cents bigint NOT NULL CHECK (cents >= 0),
  set_by integer REFERENCES users (id),
  set_at timestamptz NOT NULL,
  PRIMARY KEY (source, month)
);
CREATE INDEX source_costs_month ON source_costs (month);
