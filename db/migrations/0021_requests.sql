-- What leads ask for: to see a home, to buy it at a price, to sell their own.
CREATE TABLE lead_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('viewing', 'offer', 'sell')),
  -- The home of the listing service; none for a home that the lead typed.
  listing_id integer REFERENCES listings (id) ON DELETE SET NULL,
  -- As it was called when they asked.
  address text NOT NULL,
  mls_number text,
  -- Days on which it would suit, each with the local time from which on, or null for any time.
  times jsonb NOT NULL DEFAULT '[]',
  -- Cents.
  price bigint CHECK (price > 0),
  move_in_date date,
  message text NOT NULL DEFAULT '',
  -- The door it came in by.
  source text NOT NULL,
  -- What that door calls it: told twice, it counts once.
  source_key text UNIQUE,
  -- What the lead's agent does about it; open as long as that is.
  task_id integer REFERENCES tasks (id) ON DELETE SET NULL,
  milestone_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX lead_requests_of_lead ON lead_requests (lead_id, id DESC);
CREATE INDEX lead_requests_listing ON lead_requests (listing_id) WHERE listing_id IS NOT NULL;
CREATE INDEX lead_requests_task ON lead_requests (task_id) WHERE task_id IS NOT NULL;
