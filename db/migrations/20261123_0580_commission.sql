-- How the commission of an agent's deals is divided, version by version. A version is never changed: what was computed by it
-- can be computed again.
CREATE TABLE commission_plans (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id),
  version smallint NOT NULL,
  name text NOT NULL,
  -- It holds for deals that close on this day or later; of two that begin on one day the later version does.
  valid_from date NOT NULL,
  -- Rates are ten-thousandths of a percent, amounts are cents.
  split_rate integer NOT NULL CHECK (split_rate BETWEEN 0 AND 1000000),
  -- From how much of the agent's commission in a year on which rate holds: [{"from": 10000000, "rate": 850000}].
  tiers jsonb NOT NULL DEFAULT '[]',
  cap bigint CHECK (cap >= 0),
  rate_above_cap integer NOT NULL CHECK (rate_above_cap BETWEEN 0 AND 1000000),
  deal_fee bigint NOT NULL DEFAULT 0 CHECK (deal_fee >= 0),
  side_fee_rate integer NOT NULL DEFAULT 0 CHECK (side_fee_rate BETWEEN 0 AND 1000000),
  side_fee_name text NOT NULL DEFAULT '',
  referral_rate integer NOT NULL DEFAULT 0 CHECK (referral_rate BETWEEN 0 AND 1000000),
  referral_agent_id integer REFERENCES agents (id),
  -- Somebody who is no agent of ours.
  referral_name text NOT NULL DEFAULT '',
  -- The month in which the agent's year begins.
  year_month smallint NOT NULL DEFAULT 1 CHECK (year_month BETWEEN 1 AND 12),
  is_registered boolean NOT NULL DEFAULT true,
  hst_number text NOT NULL DEFAULT '',
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (agent_id, version)
);
CREATE INDEX commission_plans_in_force ON commission_plans (agent_id, valid_from DESC, version DESC);

-- What was said of the commission of a deal, once and for all: at its closing, when it was opened again, and by corrections.
CREATE TABLE commission_statements (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id),
  number smallint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('closing', 'reopening', 'correction')),
  -- The closing day, by which it belongs to a month and a year.
  closed_on date NOT NULL,
  gross bigint NOT NULL,
  reason text NOT NULL DEFAULT '',
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  UNIQUE (deal_id, number)
);
CREATE INDEX commission_statements_day ON commission_statements (closed_on, id);

CREATE TABLE commission_lines (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id integer NOT NULL REFERENCES commission_statements (id),
  -- Lines of one row are the two sides of one rule.
  row smallint NOT NULL,
  -- The line that this one takes back or changes.
  corrects integer REFERENCES commission_lines (id),
  kind text NOT NULL CHECK (kind IN ('coop', 'referral', 'share', 'fee', 'tax')),
  party text NOT NULL CHECK (party IN ('agent', 'brokerage', 'coop')),
  agent_id integer REFERENCES agents (id),
  name text NOT NULL,
  -- The agent from whose side it comes, and the first day of the year of theirs that it counts in.
  of_agent_id integer REFERENCES agents (id),
  counts_in date,
  split_id integer,
  plan_id integer REFERENCES commission_plans (id),
  label text NOT NULL,
  rule text NOT NULL,
  base bigint NOT NULL,
  rate integer,
  amount bigint NOT NULL,
  rounding text NOT NULL CHECK (rounding IN ('nearest', 'remainder', 'rest', 'exact')),
  tax_rate integer NOT NULL,
  tax bigint NOT NULL,
  is_above_cap boolean NOT NULL DEFAULT false
);
CREATE INDEX commission_lines_statement ON commission_lines (statement_id, id);
CREATE INDEX commission_lines_agent ON commission_lines (agent_id, statement_id) WHERE agent_id IS NOT NULL;
CREATE INDEX commission_lines_year ON commission_lines (of_agent_id, counts_in) INCLUDE (party, amount) WHERE kind = 'share';

CREATE TRIGGER commission_plans_append_only BEFORE UPDATE OR DELETE ON commission_plans
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_plans_no_truncate BEFORE TRUNCATE ON commission_plans
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_statements_append_only BEFORE UPDATE OR DELETE ON commission_statements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_statements_no_truncate BEFORE TRUNCATE ON commission_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_lines_append_only BEFORE UPDATE OR DELETE ON commission_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_lines_no_truncate BEFORE TRUNCATE ON commission_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What an agent keeps of their part by their plan, in cents; null where what was agreed on the deal says it.
ALTER TABLE deal_splits ADD COLUMN kept bigint;
