-- Numbers that reach nobody and are reached by nobody. A block of an agent is theirs; one of an administrator holds for all.
CREATE TABLE blocked_numbers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- E.164.
  number text NOT NULL,
  -- For whom it holds; null is everybody.
  agent_id integer REFERENCES agents (id) ON DELETE CASCADE,
  -- Who blocked it.
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL DEFAULT '',
  blocked_at timestamptz NOT NULL,
  -- Unblocked entries stay, so that what they stopped is still counted when it is undone.
  unblocked_at timestamptz,
  stopped_calls integer NOT NULL DEFAULT 0,
  stopped_texts integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (number, agent_id)
);
CREATE INDEX blocked_numbers_agent ON blocked_numbers (agent_id, blocked_at DESC) WHERE unblocked_at IS NULL;

-- What a block stopped, of the last 90 days.
CREATE TABLE stopped_contacts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  blocked_number_id integer NOT NULL REFERENCES blocked_numbers (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('call_rejected', 'text_dropped', 'call_refused', 'text_refused')),
  -- Whom it was for, or who tried; null when nobody in particular.
  agent_id integer REFERENCES agents (id) ON DELETE CASCADE,
  -- What a text said.
  body text,
  stopped_at timestamptz NOT NULL
);
CREATE INDEX stopped_contacts_block ON stopped_contacts (blocked_number_id, stopped_at DESC);
CREATE INDEX stopped_contacts_age ON stopped_contacts (stopped_at, id);
