-- What the projection of an open deal was for an agent on it, each time it came to something else, and why. The last one is the
-- present one. Amounts are cents.
CREATE TABLE commission_renewals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id),
  agent_id integer NOT NULL REFERENCES agents (id),
  cause text NOT NULL CHECK (cause IN ('first', 'deal', 'closing', 'reopening', 'correction', 'plan', 'opening', 'other')),
  -- The deal that closed, was opened again or corrected.
  cause_deal_id integer REFERENCES deals (id),
  -- What the agent keeps, and what the brokerage had of their year before this deal; and what both were before.
  part bigint NOT NULL,
  part_before bigint,
  counted bigint NOT NULL,
  counted_before bigint,
  created_at timestamptz NOT NULL
);
CREATE INDEX commission_renewals_deal ON commission_renewals (deal_id, agent_id, id);
