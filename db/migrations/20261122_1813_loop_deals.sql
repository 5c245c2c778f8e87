-- The deal that a loop was submitted as. A loop becomes one deal, however often it is imported.
CREATE TABLE loop_deals (
  -- The service's own number, which is larger than ours may become.
  loop_id bigint PRIMARY KEY,
  deal_id integer NOT NULL UNIQUE REFERENCES deals (id) ON DELETE CASCADE,
  user_id integer REFERENCES users (id),
  created_at timestamptz NOT NULL
);
