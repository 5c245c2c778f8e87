-- Where a lead stands between its arrival and its agent. A lead with an agent is owned, whatever else is written here.
CREATE TABLE lead_distributions (
  lead_id integer PRIMARY KEY REFERENCES leads (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('offered', 'pooled', 'owned', 'resting')),
  -- The kind of quota that it counts towards.
  lead_type text NOT NULL CHECK (lead_type IN ('buyer', 'rental')),
  -- Each time that it is offered from the start.
  round integer NOT NULL DEFAULT 1,
  -- Why it is in this state, and since when.
  why text NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX lead_distributions_pool ON lead_distributions (since DESC, lead_id DESC) WHERE state = 'pooled';
CREATE INDEX lead_distributions_offered ON lead_distributions (lead_id) WHERE state = 'offered';

-- What an offer is beside the transfer that carries it.
CREATE TABLE distribution_offers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  agent_id integer NOT NULL REFERENCES agents (id),
  transfer_id integer NOT NULL UNIQUE REFERENCES lead_transfers (id) ON DELETE CASCADE,
  round integer NOT NULL,
  -- The first, second or third agent asked in its round.
  place smallint NOT NULL,
  -- Why this agent, for the agent.
  why text NOT NULL,
  offered_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  delivered_at timestamptz,
  seen_at timestamptz,
  answered_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'rejected', 'expired', 'withdrawn')),
  reject_reason text,
  reject_note text,
  CHECK ((answered_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX distribution_offers_of_lead ON distribution_offers (lead_id, id);
CREATE INDEX distribution_offers_of_agent ON distribution_offers (agent_id, offered_at DESC);
CREATE INDEX distribution_offers_open ON distribution_offers (expires_at) WHERE outcome IS NULL;

-- What happened in the distribution of each lead, numbered and chained: an entry's hash covers the one before it. No references
-- and no changes, so that neither a merge nor a deletion rewrites what was decided. It holds nothing that identifies a lead.
CREATE TABLE distribution_ledger (
  lead_id integer NOT NULL,
  entry integer NOT NULL,
  kind text NOT NULL,
  at timestamptz NOT NULL,
  agent_id integer,
  offer_id integer,
  -- JSON as it was hashed, byte for byte.
  content text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (lead_id, entry)
);
-- Decisions of all leads, the latest first: what agents read of their own part in them.
CREATE INDEX distribution_ledger_decisions ON distribution_ledger (at DESC, lead_id DESC, entry DESC) WHERE kind = 'decided';
CREATE TRIGGER distribution_ledger_append_only BEFORE UPDATE OR DELETE ON distribution_ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_ledger_no_truncate BEFORE TRUNCATE ON distribution_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- When an agent takes new leads. Without a row: at any time.
CREATE TABLE agent_availability (
  agent_id integer PRIMARY KEY REFERENCES agents (id) ON DELETE CASCADE,
  -- Days of the week without leads, 1 for Monday to 7 for Sunday.
  days_off smallint[] NOT NULL DEFAULT '{}',
  -- Hours of the day in the agent's zone; both or neither.
  starts_at time,
  ends_at time,
  -- The last day away, in the agent's zone.
  away_until date,
  away_from date,
  CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
  CHECK ((away_from IS NULL) = (away_until IS NULL))
);
