-- Every message to a lead, and every call, that somebody or something asked for: what was decided, why, and what became of it.
CREATE TABLE sendings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What caused it: asked for twice, it is still one. Such as alert:55 or texts:123.
  cause text NOT NULL UNIQUE,
  -- Those that were asked for together.
  batch text,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  -- Whose message it is: the agent in whose name it goes, and the user who asked for it.
  agent_id integer REFERENCES agents (id),
  user_id integer REFERENCES users (id),
  channel text NOT NULL CHECK (channel IN ('email', 'text', 'call')),
  class text NOT NULL CHECK (class IN ('personal', 'request_answer', 'commercial', 'consent_request')),
  is_marketing boolean NOT NULL DEFAULT false,
  is_by_hand boolean NOT NULL DEFAULT false,
  -- A person said that it may go although it is outside the hours.
  is_confirmed boolean NOT NULL DEFAULT false,
  state text NOT NULL
    CHECK (state IN ('prepared', 'waiting', 'trying', 'sent', 'delivered', 'failed', 'refused', 'unknown', 'cancelled')),
  -- Why it is in that state, in words, and by which rule.
  reason text,
  rule text,
  rule_since date,
  -- On what ground it may go: a consent, or an answer to a request.
  ground text,
  -- Where it went.
  address text,
  -- The job that hands it to the provider, and what that job takes.
  job text,
  -- Not before.
  due_at timestamptz NOT NULL,
  provider_id text,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  trying_since timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  finished_at timestamptz
) WITH (fillfactor = 85);
CREATE INDEX sendings_lead ON sendings (lead_id, id DESC);
CREATE INDEX sendings_batch ON sendings (batch, id) WHERE batch IS NOT NULL;
CREATE INDEX sendings_trying ON sendings (trying_since) WHERE state = 'trying';
CREATE INDEX sendings_unknown ON sendings (id) WHERE state = 'unknown';
CREATE INDEX sendings_provider ON sendings (provider_id) WHERE provider_id IS NOT NULL;

-- When calls and automatic texts may go out, in the lead's own zone; a day without a row is closed. Weekdays by ISO: 1 is Monday.
CREATE TABLE sending_hours (
  channel text NOT NULL CHECK (channel IN ('email', 'text', 'call')),
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  opens time NOT NULL,
  closes time NOT NULL CHECK (closes > opens),
  PRIMARY KEY (channel, weekday)
);
INSERT INTO sending_hours (channel, weekday, opens, closes)
SELECT 'text', day, CASE WHEN day > 5 THEN time '10:00' ELSE '09:00' END, CASE WHEN day > 5 THEN time '18:00' ELSE '21:00' END
FROM generate_series(1, 7) day
UNION ALL
SELECT 'call', day, CASE WHEN day > 5 THEN time '10:00' ELSE '09:00' END, CASE WHEN day > 5 THEN time '18:00' ELSE '21:30' END
FROM generate_series(1, 7) day;

-- Days on which the hours of Sundays hold.
CREATE TABLE sending_holidays (
  day date PRIMARY KEY,
  name text NOT NULL
);
