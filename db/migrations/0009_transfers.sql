-- Leads on their way to an agent: sent by another one, offered, or assigned by the office and not yet acknowledged.
CREATE TABLE lead_transfers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('transfer', 'assignment', 'offer')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'rejected', 'cancelled', 'expired')),
  -- Only transfers have a sender.
  from_agent_id integer REFERENCES agents (id),
  to_agent_id integer NOT NULL REFERENCES agents (id),
  -- Who sent, assigned or handed over; nobody for offers of the product.
  sent_by integer REFERENCES users (id),
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by integer REFERENCES users (id),
  version integer NOT NULL DEFAULT 1,
  CHECK ((kind = 'transfer') = (from_agent_id IS NOT NULL)),
  CHECK ((state = 'pending') = (decided_at IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.01);
-- One way at a time for each lead, whoever sends at once.
CREATE UNIQUE INDEX lead_transfers_pending ON lead_transfers (lead_id) WHERE state = 'pending';
CREATE INDEX lead_transfers_received ON lead_transfers (to_agent_id, id DESC) WHERE state = 'pending';
CREATE INDEX lead_transfers_sent ON lead_transfers (from_agent_id, id DESC) WHERE state = 'pending';
CREATE INDEX lead_transfers_of_lead ON lead_transfers (lead_id, id DESC);

-- Who flagged a lead as bogus, and what flagging it changed: enough to take it back.
CREATE TABLE bogus_leads (
  lead_id integer PRIMARY KEY REFERENCES leads (id) ON DELETE CASCADE,
  flagged_by integer NOT NULL REFERENCES users (id),
  flagged_at timestamptz NOT NULL DEFAULT now(),
  was_email_valid boolean NOT NULL,
  was_phone_valid boolean NOT NULL
);
