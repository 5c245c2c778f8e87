-- Calls that go through the product, outbound and inbound, from the decision to call until somebody has said how it went.
CREATE TABLE calls (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Nobody's while a caller is unknown or refused.
  lead_id integer REFERENCES leads (id) ON DELETE CASCADE,
  -- Who placed it, or answered it.
  user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  agent_id integer REFERENCES agents (id),
  direction text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
  -- E.164, or what the provider says of a caller who withholds it.
  from_number text NOT NULL DEFAULT '',
  to_number text NOT NULL DEFAULT '',
  -- How the provider calls it; hooks are matched by it.
  provider_id text UNIQUE,
  state text NOT NULL
    CHECK (state IN ('prepared', 'ringing', 'connected', 'ended', 'failed', 'missed', 'refused', 'unknown')),
  -- Why it failed or was refused, in words.
  reason text,
  ringing_at timestamptz,
  connected_at timestamptz,
  ended_at timestamptz,
  -- Seconds talked.
  duration integer NOT NULL DEFAULT 0 CHECK (duration >= 0),
  -- Users whose windows an inbound call rings in, and those among them who declined.
  rings integer[] NOT NULL DEFAULT '{}',
  declined integer[] NOT NULL DEFAULT '{}',
  rings_until timestamptz,
  task_id integer REFERENCES tasks (id) ON DELETE SET NULL,
  outcome text CHECK (outcome IN ('connected', 'voicemail', 'no answer', 'wrong number')),
  notes text NOT NULL DEFAULT '',
  milestone_id bigint REFERENCES milestones (id) ON DELETE SET NULL,
  -- The voicemail of a caller whom nobody answered.
  recording_id text,
  recording_seconds integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX calls_of_lead ON calls (lead_id, id DESC);
CREATE INDEX calls_open ON calls (created_at) WHERE state IN ('prepared', 'ringing', 'connected');
