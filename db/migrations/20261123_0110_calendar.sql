-- Calendars of agents: their timed tasks and showings become events there, and what they change there comes back.
CREATE TABLE calendar_accounts (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  is_on boolean NOT NULL DEFAULT true,
  -- As the service knows it; `primary` is the account's own.
  calendar_id text NOT NULL DEFAULT 'primary',
  calendar_name text NOT NULL DEFAULT '',
  -- Where reading goes on; null reads everything once.
  sync_token text,
  -- Somebody said that there is something to read.
  is_pull_asked boolean NOT NULL DEFAULT true,
  -- When it is read again though nobody said anything.
  poll_at timestamptz NOT NULL DEFAULT now(),
  last_synced_at timestamptz,
  -- Whoever synchronizes has the account to themselves until then.
  leased_until timestamptz,
  lease uuid,
  -- Failures one after the other; nothing is tried before `retry_at`.
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX calendar_accounts_due ON calendar_accounts (poll_at) WHERE is_on;

-- Which event stands for which record. A row is written before the service is asked for the event.
CREATE TABLE calendar_events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('task', 'showing')),
  record_id integer NOT NULL,
  calendar_id text NOT NULL,
  event_id text NOT NULL,
  -- Counts the events of one record: the id of a deleted one cannot be used again.
  incarnation integer NOT NULL DEFAULT 1,
  -- asked: it may be there; there; removed: its owner deleted it.
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'there', 'removed')),
  etag text,
  -- What both sides last agreed on: as the product wrote it, and as the calendar showed it.
  ours jsonb,
  theirs jsonb,
  -- Fingerprint of everything that the product wrote.
  print text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, kind, record_id)
);
CREATE UNIQUE INDEX calendar_events_by_event ON calendar_events (user_id, calendar_id, event_id);
CREATE INDEX calendar_events_by_record ON calendar_events (kind, record_id);

-- What has changed here and is to be looked at for a calendar; written with the change.
CREATE TABLE calendar_outbox (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('task', 'showing')),
  record_id integer NOT NULL,
  -- Counts the changes, so that one which comes while the last is written is not lost.
  version integer NOT NULL DEFAULT 1,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, kind, record_id)
);
CREATE INDEX calendar_outbox_due ON calendar_outbox (user_id, due_at);

-- Channels on which the service says that a calendar changed.
CREATE TABLE calendar_channels (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  calendar_id text NOT NULL,
  token_hash bytea NOT NULL,
  -- Null until the service has answered; needed to end the channel.
  resource_id text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX calendar_channels_of_user ON calendar_channels (user_id);
