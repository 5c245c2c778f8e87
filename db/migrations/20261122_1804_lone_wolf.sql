-- How the account at the back office stands.
CREATE TABLE lonewolf_account (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_valid boolean NOT NULL,
  problem text,
  checked_at timestamptz NOT NULL
);

-- What goes to the back office. `unknown`: it was sent and nobody knows whether it arrived, so that it is looked for by its
-- reference before it is ever sent again.
CREATE TABLE lonewolf_outbox (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  -- Ours, in the trade itself, by which it is found again.
  reference text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'prepared' CHECK (state IN ('prepared', 'sent', 'confirmed', 'unknown', 'refused')),
  payload jsonb NOT NULL,
  problem text,
  tries integer NOT NULL DEFAULT 0,
  row_version text,
  trade_number text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  settled_at timestamptz
);
CREATE INDEX lonewolf_outbox_deal ON lonewolf_outbox (deal_id, id DESC);
CREATE INDEX lonewolf_outbox_open ON lonewolf_outbox (state, created_at) WHERE state IN ('prepared', 'sent', 'unknown');
