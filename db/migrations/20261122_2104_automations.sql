-- Follow-up that starts by itself: a trigger, conditions and steps.
CREATE TABLE automations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose leads it is for; without an agent it is for everybody's.
  agent_id integer REFERENCES agents (id),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'on', 'off')),
  state_changed_at timestamptz,
  state_changed_by integer REFERENCES users (id),
  -- Why it switched itself off: loop, rate, agent_left.
  stopped_itself text,
  -- The definition that went through a dry run last; only that one can be switched on.
  rehearsed_version_id integer,
  -- With what the calls of its webhooks are signed, sealed.
  webhook_secret text,
  -- Up to when the clock was looked at, of triggers that no event brings about; and from when on.
  swept_from timestamptz,
  swept_until timestamptz,
  created_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX automations_agent ON automations (agent_id) WHERE deleted_at IS NULL;

-- Definitions as they were at a time, the newest is the one for new runs. Runs go on with theirs, unless the one that came
-- after was applied to them (superseded_by): an edit touches no row of a run.
CREATE TABLE automation_versions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  automation_id integer NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
  number integer NOT NULL,
  definition jsonb NOT NULL,
  superseded_by integer REFERENCES automation_versions (id) ON DELETE SET NULL,
  saved_at timestamptz NOT NULL,
  saved_by integer REFERENCES users (id),
  UNIQUE (automation_id, number)
);
CREATE INDEX automation_versions_superseded ON automation_versions (superseded_by) WHERE superseded_by IS NOT NULL;
ALTER TABLE automations ADD FOREIGN KEY (rehearsed_version_id) REFERENCES automation_versions (id) ON DELETE SET NULL;

-- Of a lead what the filters of lists ask about, and who it was with: it can be read again as a row of leads.
CREATE FUNCTION automation_facts(l leads) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('agent_id', l.agent_id, 'roles', l.roles, 'site_id', l.site_id, 'site_ids', l.site_ids,
    'source', l.source, 'status_value', l.status_value, 'lead_score', l.lead_score, 'tag_ids', l.tag_ids,
    'area_ids', l.area_ids, 'price_min', l.price_min, 'price_max', l.price_max, 'subscribed_alert', l.subscribed_alert,
    'member_type', l.member_type, 'open_tasks', l.open_tasks, 'opportunity_types', l.opportunity_types,
    'consent_email', l.consent_email, 'last_active_at', l.last_active_at, 'created_at', l.created_at,
    'contacted_key', l.contacted_key, 'claimed_key', l.claimed_key, 'snoozed_until', l.snoozed_until)
$$;

-- What happened to leads in the last weeks, with what the filters of lists ask about as it was then: runs start from it, what
-- waits for something looks here, and a dry run reads it again.
CREATE TABLE automation_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  -- What the trigger asks about: the tag, the statuses, the kind of request.
  detail jsonb NOT NULL DEFAULT '{}',
  facts jsonb NOT NULL,
  -- Of triggers of the clock, which are one automation's own.
  automation_id integer REFERENCES automations (id) ON DELETE CASCADE,
  -- The run whose step brought it about, and how many automations had set each other off by then.
  run_id bigint,
  generation smallint NOT NULL DEFAULT 0,
  is_pending boolean NOT NULL
);
CREATE INDEX automation_events_pending ON automation_events (id) WHERE is_pending;
CREATE INDEX automation_events_lead ON automation_events (lead_id, at DESC, id DESC);
CREATE INDEX automation_events_kind ON automation_events (kind, at);
CREATE UNIQUE INDEX automation_events_timed ON automation_events (automation_id, lead_id, at) WHERE automation_id IS NOT NULL;

-- A lead going through an automation, or who did.
CREATE TABLE automation_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  automation_id integer NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
  version_id integer NOT NULL REFERENCES automation_versions (id),
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  event_id bigint NOT NULL,
  triggered_at timestamptz NOT NULL,
  trigger_text text NOT NULL,
  generation smallint NOT NULL,
  caused_by bigint REFERENCES automation_runs (id) ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'waiting', 'done', 'stopped', 'failed')),
  stop_reason text,
  -- The step at which it is, and the time of that step by plan.
  step_id text,
  planned_at timestamptz NOT NULL,
  -- When the engine looks at it; of a wait its end, of what waits for something the limit.
  next_at timestamptz,
  -- What it waited for, or its goal, has happened: when.
  met_at timestamptz,
  goal_at timestamptz,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (automation_id, event_id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX automation_runs_open ON automation_runs (automation_id, lead_id) WHERE state IN ('running', 'waiting');
CREATE INDEX automation_runs_due ON automation_runs (next_at) WHERE state IN ('running', 'waiting');
CREATE INDEX automation_runs_automation ON automation_runs (automation_id, triggered_at DESC, id DESC);
CREATE INDEX automation_runs_started ON automation_runs (automation_id, started_at);
CREATE INDEX automation_runs_lead ON automation_runs (lead_id, id DESC);
CREATE INDEX automation_runs_version ON automation_runs (version_id) WHERE state IN ('running', 'waiting');
CREATE INDEX automation_runs_cause ON automation_runs (caused_by) WHERE caused_by IS NOT NULL;

-- Each step of each run, once.
CREATE TABLE automation_run_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES automation_runs (id) ON DELETE CASCADE,
  step_id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL CHECK (state IN ('done', 'skipped', 'failed', 'waiting')),
  way text CHECK (way IN ('yes', 'no', 'met', 'otherwise')),
  text text NOT NULL DEFAULT '',
  planned_at timestamptz NOT NULL,
  until timestamptz,
  ran_at timestamptz NOT NULL,
  -- The lead as a decision saw it, so that it can be made again.
  event_id bigint,
  tries integer NOT NULL DEFAULT 1,
  UNIQUE (run_id, step_id)
);

-- Automations that switched themselves off, which administrators see above the list.
CREATE TABLE automation_notices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  automation_id integer NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
  reason text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX automation_notices_automation ON automation_notices (automation_id, id DESC);

-- What the last weeks hold of leads that were there before the journal was: as far as it is known, with the leads as they are now.
CREATE FUNCTION fill_automation_events(since timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO automation_events (kind, lead_id, at, detail, facts, is_pending)
  SELECT found.kind, found.lead_id, found.at, found.detail, automation_facts(l), false
  FROM (
    SELECT 'lead_created' AS kind, id AS lead_id, created_at AS at, jsonb_build_object('source', source) AS detail
      FROM leads WHERE created_at > since
    UNION ALL SELECT 'lead_claimed', lead_id, claimed_at, jsonb_build_object('by', by) FROM lead_claims WHERE claimed_at > since
    UNION ALL SELECT 'status_changed', lead_id, happened_at, detail FROM milestones
      WHERE milestone_type_id = 18 AND happened_at > since AND detail ? 'after'
    UNION ALL SELECT 'tag_added', lead_id, happened_at, jsonb_build_object('tag_id', tag) FROM milestones
      CROSS JOIN LATERAL jsonb_array_elements(detail -> 'added') AS tag
      WHERE milestone_type_id = 27 AND happened_at > since AND jsonb_typeof(detail -> 'added') = 'array'
    UNION ALL SELECT 'tag_removed', lead_id, happened_at, jsonb_build_object('tag_id', tag) FROM milestones
      CROSS JOIN LATERAL jsonb_array_elements(detail -> 'removed') AS tag
      WHERE milestone_type_id = 27 AND happened_at > since AND jsonb_typeof(detail -> 'removed') = 'array'
    UNION ALL SELECT 'opportunity_created', lead_id, created_at, jsonb_build_object('type', opportunity_type_id)
      FROM opportunities WHERE created_at > since
    UNION ALL SELECT 'request_submitted', lead_id, created_at, jsonb_build_object('kind', kind)
      FROM lead_requests WHERE created_at > since
    UNION ALL SELECT 'message_received', lead_id, created_at, '{"channel": "text"}' FROM texts
      WHERE direction = 'in' AND keyword IS NULL AND lead_id IS NOT NULL AND created_at > since
    UNION ALL SELECT 'message_received', lead_id, happened_at, '{"channel": "email"}' FROM milestones
      WHERE milestone_option_id = 302 AND happened_at > since AND NOT coalesce((message ->> 'is_automatic')::boolean, false)
    UNION ALL SELECT 'contacted', lead_id, happened_at, '{}' FROM milestones
      WHERE milestone_type_id IN (1, 2, 3, 4, 6, 7, 9, 10, 11) AND happened_at > since) found
  JOIN leads l ON l.id = found.lead_id AND l.deleted_at IS NULL
  WHERE found.at <= now()
$$;
SELECT fill_automation_events(now() - interval '35 days');
