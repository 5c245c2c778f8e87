-- Extensions of people at the brokerage's own telephone system.
CREATE TABLE sip_accounts (
  user_id integer PRIMARY KEY REFERENCES users (id),
  extension text NOT NULL UNIQUE,
  -- Sealed; null where the telephone system takes credentials that end by themselves.
  secret text,
  updated_at timestamptz NOT NULL
);

-- When the browser last said that a call goes on of which no provider tells: one by the brokerage's own telephone system.
ALTER TABLE calls ADD COLUMN heard_at timestamptz;
CREATE INDEX calls_heard ON calls (heard_at)
  WHERE heard_at IS NOT NULL AND state IN ('prepared', 'ringing', 'connected');
