-- The subscription by which Dotloop tells of changes in the profile of an account. Its key is sealed.
CREATE TABLE dotloop_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  profile_id bigint NOT NULL,
  -- Stands in the address that Dotloop calls, and is its external id there: it is found again by it.
  name text NOT NULL UNIQUE,
  signing_key text NOT NULL,
  -- Its id there; null while nobody knows whether it was made.
  subscription_id text,
  state text NOT NULL CHECK (state IN ('asked', 'on', 'off', 'gone', 'refused', 'ending')),
  -- When it was last asked for, or asked to be removed.
  asked_at timestamptz NOT NULL,
  checked_at timestamptz,
  -- Requests to its address that were not signed by its key, or too old.
  refused integer NOT NULL DEFAULT 0,
  refused_at timestamptz
);
-- One at a time that is used; those that are to be removed stay until they are.
CREATE UNIQUE INDEX dotloop_subscriptions_used ON dotloop_subscriptions (user_id) WHERE state <> 'ending';

-- What Dotloop told of, as it came. An event comes twice, late and in any order.
CREATE TABLE dotloop_events (
  profile_id bigint NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  loop_id bigint,
  happened_at timestamptz NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL,
  -- When deals were marked for it; null while that is to be done.
  handled_at timestamptz,
  PRIMARY KEY (profile_id, event_id)
);
CREATE INDEX dotloop_events_open ON dotloop_events (received_at) WHERE handled_at IS NULL;
CREATE INDEX dotloop_events_loop ON dotloop_events (profile_id, loop_id, happened_at);

-- When a loop was last read for its deal, and what changed in it since, as far as it is known.
ALTER TABLE loop_deals
  ADD COLUMN read_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN change_kinds text[] NOT NULL DEFAULT '{}';
UPDATE loop_deals SET read_at = created_at;

-- When the loops of an account were last compared with their deals, and until when nobody else does, or tries again.
ALTER TABLE dotloop_accounts
  ADD COLUMN compared_at timestamptz,
  ADD COLUMN comparing_until timestamptz;
