-- What is to be done about a lead. An open task belongs to the agent who has the lead, and follows it.
CREATE TABLE tasks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  agent_id integer REFERENCES agents (id),
  task_type text NOT NULL
    CHECK (task_type IN ('auto_email', 'auto_text', 'manual_email', 'manual_text', 'phone_call', 'reminder')),
  subject text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  -- What it is about: a request, or a step of a campaign; its names are kept as they were.
  taskable_type text
    CHECK (taskable_type IN ('viewing_request', 'offer_submission', 'sell_request', 'campaign_instance_step')),
  taskable jsonb,
  automated boolean NOT NULL DEFAULT false,
  -- Without a time it waits in Today until it is done.
  scheduled_at timestamptz,
  -- Minutes.
  duration integer NOT NULL DEFAULT 30 CHECK (duration BETWEEN 0 AND 1440),
  reminder_minutes integer CHECK (reminder_minutes BETWEEN 0 AND 40320),
  reminded_at timestamptz,
  repeat text CHECK (repeat IN ('daily', 'weekdays', 'weekly', 'monthly', 'yearly')),
  -- When the first of a series was due: the 31st stays the 31st after a shorter month.
  repeat_start timestamptz,
  -- The one that followed when this one was done.
  next_task_id integer REFERENCES tasks (id) ON DELETE SET NULL,
  -- The event in the agent's own calendar.
  event_id text,
  completed boolean NOT NULL DEFAULT false,
  completed_at timestamptz,
  completed_by integer REFERENCES users (id),
  created_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  -- The key that lists are sorted and continued by; never null.
  due_key timestamptz GENERATED ALWAYS AS (coalesce(scheduled_at, '-infinity'::timestamptz)) STORED
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02, fillfactor = 90);

CREATE INDEX tasks_open ON tasks (agent_id, due_key, id) INCLUDE (task_type, lead_id)
  WHERE NOT completed AND deleted_at IS NULL;
CREATE INDEX tasks_done ON tasks (agent_id, due_key, id) INCLUDE (task_type, lead_id, completed_at)
  WHERE completed AND deleted_at IS NULL;
CREATE INDEX tasks_due ON tasks (due_key, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_of_lead ON tasks (lead_id, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_next ON tasks (next_task_id) WHERE next_task_id IS NOT NULL;
CREATE INDEX tasks_reminded ON tasks (agent_id, reminded_at) WHERE reminded_at IS NOT NULL AND NOT completed;
CREATE INDEX tasks_deleted ON tasks (deleted_at) WHERE deleted_at IS NOT NULL;
