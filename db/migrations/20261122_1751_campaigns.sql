-- Follow-up that runs by itself: steps in an order, started on leads.
CREATE TABLE campaigns (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Without an agent it is a default campaign, for everybody.
  agent_id integer REFERENCES agents (id),
  -- Whose leads it is for; null is all.
  team_id integer REFERENCES teams (id) ON DELETE SET NULL,
  site_id integer REFERENCES sites (id),
  role text CHECK (role IN ('rental_lead', 'buyer_lead', 'seller_lead', 'investor_lead', 'precon_lead', 'registered_agent')),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  stop_after_connection boolean NOT NULL DEFAULT false,
  is_happy_hour_campaign boolean NOT NULL DEFAULT false,
  auto_add boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'on' CHECK (state IN ('draft', 'on', 'off')),
  -- Of one that is off: those inside wait, too. Otherwise they go on to their end.
  is_held boolean NOT NULL DEFAULT false,
  state_changed_at timestamptz,
  state_changed_by integer REFERENCES users (id),
  created_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX campaigns_agent ON campaigns (agent_id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_starting ON campaigns (id)
  WHERE deleted_at IS NULL AND state = 'on' AND (auto_add OR is_happy_hour_campaign);

CREATE TABLE campaign_steps (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  position integer NOT NULL,
  step_type text NOT NULL
    CHECK (step_type IN ('auto_email', 'auto_text', 'manual_email', 'manual_text', 'phone_call', 'reminder')),
  name text NOT NULL,
  subject text NOT NULL DEFAULT '',
  -- Of e-mails HTML, of all others plain text; with placeholders.
  content text NOT NULL DEFAULT '',
  template_id integer REFERENCES templates (id) ON DELETE SET NULL,
  -- The first step has none.
  delay_value integer CHECK (delay_value >= 0),
  delay_period text NOT NULL DEFAULT 'day' CHECK (delay_period IN ('minute', 'hour', 'day', 'week', 'month')),
  -- Null where the delay is one of minutes or hours.
  recurring boolean,
  recurring_value integer CHECK (recurring_value > 0),
  recurring_period text DEFAULT 'month' CHECK (recurring_period IN ('day', 'week', 'month', 'year')),
  execute_at text CHECK (execute_at ~ '^(immediately|time_of_day|([01]\d|2[0-3]):[0-5]\d)$'),
  -- Hours after its time when it is left out instead of coming late.
  expires_after_hours integer CHECK (expires_after_hours > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX campaign_steps_campaign ON campaign_steps (campaign_id, position) WHERE deleted_at IS NULL;

-- The steps as they were at a time: whoever is inside goes on with the version with which they began, unless an edit was
-- applied to them, which the version says itself (superseded_by): an edit touches no row of a person.
CREATE TABLE campaign_versions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  steps jsonb NOT NULL,
  superseded_by integer REFERENCES campaign_versions (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX campaign_versions_campaign ON campaign_versions (campaign_id, id DESC);
CREATE INDEX campaign_versions_superseded ON campaign_versions (superseded_by) WHERE superseded_by IS NOT NULL;

-- A campaign that runs, or ran, on a lead.
CREATE TABLE campaign_instances (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  -- In whose name it runs: the agent of the lead when it started.
  agent_id integer NOT NULL REFERENCES agents (id),
  version_id integer NOT NULL REFERENCES campaign_versions (id),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'finished', 'stopped', 'connected')),
  archived boolean GENERATED ALWAYS AS (state NOT IN ('running', 'paused')) STORED,
  -- How it was started: by hand, bulk, assigned, happy_hour, automation.
  started_how text NOT NULL,
  started_by integer REFERENCES users (id),
  started_at timestamptz NOT NULL,
  paused_until timestamptz,
  -- Steps of the order that ran or were left out; repetitions are not counted.
  steps_done integer NOT NULL DEFAULT 0,
  stop_reason text,
  stop_detail text NOT NULL DEFAULT '',
  stopped_by integer REFERENCES users (id),
  stopped_at timestamptz,
  version integer NOT NULL DEFAULT 1
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX campaign_instances_running ON campaign_instances (campaign_id, lead_id) WHERE NOT archived;
CREATE INDEX campaign_instances_lead ON campaign_instances (lead_id, id DESC);
CREATE INDEX campaign_instances_campaign ON campaign_instances (campaign_id, state, id DESC);
CREATE INDEX campaign_instances_version ON campaign_instances (version_id) WHERE NOT archived;

-- Each step of each of them, once: what waits with its time, and what became of the others. Repetitions count up.
CREATE TABLE campaign_instance_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  instance_id integer NOT NULL REFERENCES campaign_instances (id) ON DELETE CASCADE,
  step_id integer NOT NULL REFERENCES campaign_steps (id) ON DELETE CASCADE,
  occurrence integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sent', 'task', 'refused', 'skipped', 'expired', 'cancelled')),
  -- When it should run, and when the engine looks at it: later where something made it wait.
  planned_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- From when delays and repetitions count that follow; of a repetition the first of its row.
  anchor_at timestamptz NOT NULL,
  -- Why it waits longer, or why nothing came of it.
  reason text,
  sending_id integer REFERENCES sendings (id) ON DELETE SET NULL,
  task_id integer REFERENCES tasks (id) ON DELETE SET NULL,
  ran_at timestamptz,
  UNIQUE (instance_id, step_id, occurrence)
) WITH (fillfactor = 85);
CREATE INDEX campaign_instance_steps_due ON campaign_instance_steps (due_at) WHERE state = 'waiting';
CREATE INDEX campaign_instance_steps_step ON campaign_instance_steps (step_id, state);
CREATE INDEX campaign_instance_steps_sending ON campaign_instance_steps (sending_id) WHERE sending_id IS NOT NULL;
CREATE INDEX campaign_instance_steps_task ON campaign_instance_steps (task_id) WHERE task_id IS NOT NULL;

-- What an agent's e-mails of a step say: written down once for all of their leads.
CREATE TABLE campaign_messages (
  version_id integer NOT NULL REFERENCES campaign_versions (id) ON DELETE CASCADE,
  step_id integer NOT NULL REFERENCES campaign_steps (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users (id),
  message_id integer NOT NULL REFERENCES email_messages (id),
  PRIMARY KEY (version_id, step_id, user_id)
);
