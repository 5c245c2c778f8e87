-- Keys with which other systems read through the calls of the product. Of the key itself only a hash is stored.
CREATE TABLE api_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  -- What screens show of it: its first and its last characters.
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Through whose eyes it reads.
  user_id integer NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  -- The end that was chosen for it; null for none.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by integer REFERENCES users (id)
);
CREATE INDEX api_keys_valid ON api_keys (id) WHERE revoked_at IS NULL;

-- Where events are posted to.
CREATE TABLE webhook_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- What events are signed with; encrypted, as it has to be read again.
  secret text NOT NULL,
  created_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Why it is off, when it was not a person who switched it off.
  off_reason text,
  off_at timestamptz,
  -- Since when the receiver has answered nothing, or with an error of its own.
  failing_since timestamptz,
  -- Until then nothing is tried, as the receiver is down.
  resume_at timestamptz,
  -- One process at a time delivers, so that the order holds; a lease, for processes that die.
  busy_until timestamptz
);

-- What happened, written in the transaction in which it happened. Its id is the webhook-id of every delivery.
CREATE TABLE webhook_events (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  -- What it is about, such as lead or deal, and which one.
  subject text NOT NULL,
  subject_id integer,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL
);
CREATE INDEX webhook_events_age ON webhook_events (occurred_at);

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id integer NOT NULL REFERENCES webhook_subscriptions (id) ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
  -- Events with the same key are delivered in their order.
  order_key text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  tried_at timestamptz,
  -- Of the last try: the status and the beginning of the answer, why it was no success, and how long it took.
  status integer,
  answer text NOT NULL DEFAULT '',
  problem text,
  duration_ms integer,
  created_at timestamptz NOT NULL,
  UNIQUE (event_id, subscription_id)
);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (subscription_id, id DESC);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (subscription_id, order_key, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (subscription_id, id) WHERE state = 'failed';
