-- Rules of how many leads an agent is offered: a ladder for each type, of which each agent stands on one rung.
CREATE TABLE quota_rules (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('rental', 'buyer')),
  daily integer NOT NULL CHECK (daily BETWEEN 0 AND 1000),
  weekly integer NOT NULL CHECK (weekly BETWEEN 0 AND 1000),
  next integer,
  previous integer,
  -- A list of conditions; all must hold for an agent to climb to `next`.
  next_conditions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(next_conditions) = 'array'),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Taken out of the ladder; stays for the history, and because Undo puts it back.
  removed_at timestamptz,
  UNIQUE (id, type),
  -- A ladder is written as a whole: its rungs point at each other.
  FOREIGN KEY (next, type) REFERENCES quota_rules (id, type) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (previous, type) REFERENCES quota_rules (id, type) DEFERRABLE INITIALLY DEFERRED
);

-- The ladders as they were published, one after the other; the newest is in force.
CREATE TABLE quota_versions (
  number integer PRIMARY KEY CHECK (number > 0),
  ladders jsonb NOT NULL,
  -- Agents whose rung was taken out: where they stood, and where they stand since.
  moves jsonb NOT NULL DEFAULT '[]',
  -- The draft that was published, so that undoing the version gives it back.
  draft jsonb,
  -- The version whose rules this one brings back.
  restores integer REFERENCES quota_versions (number),
  published_at timestamptz NOT NULL DEFAULT now(),
  published_by integer REFERENCES users (id)
);

-- The ladders that are being worked on; at most one for the whole office.
CREATE TABLE quota_drafts (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  ladders jsonb NOT NULL,
  -- Who changed what last, by the place of the change.
  changed jsonb NOT NULL DEFAULT '{}',
  based_on integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);

-- Where each agent stands. Without a row: on the lowest rung.
CREATE TABLE agent_quotas (
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('rental', 'buyer')),
  rule_id integer NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  -- The first of the nights in a row in which the conditions of the rung did not hold.
  failing_since date,
  -- The agent's day for which the conditions were evaluated last.
  evaluated_on date,
  PRIMARY KEY (agent_id, type),
  FOREIGN KEY (rule_id, type) REFERENCES quota_rules (id, type)
);
CREATE INDEX agent_quotas_of_rule ON agent_quotas (rule_id);

-- What an administrator put in place of an agent's rung, up to a day of the agent.
CREATE TABLE quota_overrides (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('rental', 'buyer')),
  -- Another rung, or limits of its own.
  rule_id integer REFERENCES quota_rules (id),
  daily integer CHECK (daily BETWEEN 0 AND 1000),
  weekly integer CHECK (weekly BETWEEN 0 AND 1000),
  reason text NOT NULL,
  -- The last day on which it holds.
  until date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer REFERENCES users (id),
  -- When it stopped: on its day, or before that by hand or by another override.
  ended_at timestamptz,
  CHECK ((rule_id IS NULL) = (daily IS NOT NULL)),
  CHECK ((daily IS NULL) = (weekly IS NULL))
);
-- One at a time for each agent and type.
CREATE UNIQUE INDEX quota_overrides_open ON quota_overrides (agent_id, type) WHERE ended_at IS NULL;

-- How much of their quota agents have used, by weeks that begin on the agent's Monday. One row, so that one statement can
-- check and count the limits of the day and of the week.
CREATE TABLE quota_weeks (
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('rental', 'buyer')),
  week date NOT NULL CHECK (extract(isodow FROM week) = 1),
  -- From Monday to Sunday.
  days integer[] NOT NULL CHECK (array_length(days, 1) = 7),
  used integer NOT NULL CHECK (used >= 0),
  last_day date NOT NULL,
  PRIMARY KEY (agent_id, type, week)
);

-- What each use was for, and whether it was given back.
CREATE TABLE quota_uses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('rental', 'buyer')),
  lead_id integer REFERENCES leads (id) ON DELETE SET NULL,
  day date NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  given_back_at timestamptz,
  given_back_reason text
);
CREATE INDEX quota_uses_of_agent ON quota_uses (agent_id, type, used_at DESC);
CREATE INDEX quota_uses_of_lead ON quota_uses (lead_id);

-- What became of agents on the ladders, and why. Rungs are counted as they were at the time.
CREATE TABLE quota_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('rental', 'buyer')),
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL CHECK (kind IN ('climbed', 'stepped back', 'override', 'override ended', 'lifted', 'rules changed')),
  from_rung integer,
  to_rung integer,
  reason text NOT NULL DEFAULT '',
  author_user_id integer REFERENCES users (id)
);
CREATE INDEX quota_history_of_agent ON quota_history (agent_id, type, id DESC);
