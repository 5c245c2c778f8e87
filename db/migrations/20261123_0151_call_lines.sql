-- Who is on a call: the provider's names of its legs, so that a call can be held, handed to a colleague and recorded.
ALTER TABLE calls
  -- The leg of the lead, of whoever talks with them, and of a colleague who is asked first.
  ADD COLUMN lead_leg text,
  ADD COLUMN agent_leg text,
  ADD COLUMN consult_leg text,
  -- Whose leg was dialed by the other one while both are connected; null once each of them follows instructions of its own.
  ADD COLUMN bridged text CHECK (bridged IN ('lead', 'agent')),
  ADD COLUMN held_at timestamptz,
  ADD COLUMN consult_user_id integer REFERENCES users (id),
  ADD COLUMN consulted_at timestamptz,
  -- A colleague in whose windows the call rings, and whose it is if they do not answer.
  ADD COLUMN transfer_to integer REFERENCES users (id),
  ADD COLUMN transfer_back_to integer REFERENCES users (id),
  -- When the lead was told that the call is recorded, in which words, and when they said no.
  ADD COLUMN notice_at timestamptz,
  ADD COLUMN notice text,
  ADD COLUMN recording_refused_at timestamptz;
CREATE UNIQUE INDEX calls_lead_leg ON calls (lead_leg) WHERE lead_leg IS NOT NULL;
CREATE INDEX calls_agent_leg ON calls (agent_leg) WHERE agent_leg IS NOT NULL;
CREATE INDEX calls_consult_leg ON calls (consult_leg) WHERE consult_leg IS NOT NULL;
CREATE INDEX calls_transferring ON calls (transfer_to) WHERE transfer_to IS NOT NULL;
CREATE INDEX calls_consulting ON calls (consult_user_id) WHERE consult_user_id IS NOT NULL;

-- What was recorded of calls, and messages of callers whom nobody answered.
CREATE TABLE call_recordings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  call_id integer NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('call', 'voicemail')),
  -- How the provider calls it; null until it has begun.
  provider_id text UNIQUE,
  -- arriving: it is over, and its sound is fetched. removed: the time for which recordings are kept is over.
  state text NOT NULL
    CHECK (state IN ('starting', 'recording', 'paused', 'arriving', 'stored', 'refused', 'failed', 'removed')),
  seconds integer,
  -- The stored file, its size in bytes and what it is.
  file text,
  size integer,
  type text,
  -- When the provider was told to delete its copy.
  provider_removed_at timestamptz,
  started_at timestamptz NOT NULL,
  stored_at timestamptz,
  UNIQUE (call_id, kind)
);
CREATE INDEX call_recordings_age ON call_recordings (started_at) WHERE state = 'stored';
CREATE INDEX call_recordings_files ON call_recordings (file) WHERE file IS NOT NULL;
