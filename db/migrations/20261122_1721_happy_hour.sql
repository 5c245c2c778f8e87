-- What administrators set; each save is a version of its own, the newest counts. A session refers to the version that it began under.
CREATE TABLE happy_hour_settings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- ISO: 1 is Monday.
  weekdays smallint[] NOT NULL,
  -- Minutes after midnight on the clock of each agent.
  start_minute smallint NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
  end_minute smallint NOT NULL CHECK (end_minute BETWEEN 1 AND 1440),
  session_minutes smallint NOT NULL CHECK (session_minutes > 0),
  minutes_between_claims smallint NOT NULL CHECK (minutes_between_claims >= 0),
  max_claims smallint NOT NULL CHECK (max_claims > 0),
  follow_up_first boolean NOT NULL,
  -- Leads of the pool that signed up at most so many days ago; of any age without it.
  lead_age_days smallint CHECK (lead_age_days > 0),
  -- Empty means any.
  lead_types text[] NOT NULL DEFAULT '{}',
  site_ids integer[] NOT NULL DEFAULT '{}',
  join_by text NOT NULL CHECK (join_by IN ('everyone', 'teams', 'agents')),
  team_ids integer[] NOT NULL DEFAULT '{}',
  agent_ids integer[] NOT NULL DEFAULT '{}',
  saved_by integer REFERENCES users (id),
  saved_at timestamptz NOT NULL DEFAULT now(),
  CHECK (end_minute > start_minute)
);

-- Monday to Thursday from 4 to 6 PM, until somebody says otherwise.
INSERT INTO happy_hour_settings (weekdays, start_minute, end_minute, session_minutes, minutes_between_claims, max_claims,
                                 follow_up_first, lead_age_days, join_by)
VALUES ('{1,2,3,4}', 960, 1080, 45, 3, 5, true, 14, 'everyone');

CREATE TABLE happy_hour_sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  settings_id integer NOT NULL REFERENCES happy_hour_settings (id),
  -- The day of the window on the agent's clock; reports count evenings by it.
  day date NOT NULL,
  window_start timestamptz NOT NULL,
  window_end timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at <= window_end),
  -- Ended by hand before its time.
  ended_at timestamptz,
  -- Leads that the agent did not want; they are not proposed again.
  skipped_lead_ids integer[] NOT NULL DEFAULT '{}'
);
CREATE INDEX happy_hour_sessions_agent ON happy_hour_sessions (agent_id, ends_at);
CREATE INDEX happy_hour_sessions_day ON happy_hour_sessions (day);
CREATE INDEX happy_hour_sessions_ends ON happy_hour_sessions (ends_at);

-- Outlives the lead: what an evening was worth does not change when somebody is erased.
CREATE TABLE happy_hour_claims (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id integer NOT NULL REFERENCES happy_hour_sessions (id) ON DELETE CASCADE,
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  lead_id integer REFERENCES leads (id) ON DELETE SET NULL,
  claimed_at timestamptz NOT NULL,
  -- The first call, text or e-mail to the lead, and of which type (of milestones) it was.
  first_follow_up_at timestamptz,
  follow_up_type_id smallint,
  -- A call was answered, the lead wrote back, or their status says so.
  connected_at timestamptz,
  showing_at timestamptz,
  -- The lead became a client.
  converted_at timestamptz
);
CREATE INDEX happy_hour_claims_session ON happy_hour_claims (session_id, claimed_at);
CREATE INDEX happy_hour_claims_agent ON happy_hour_claims (agent_id, claimed_at);
CREATE INDEX happy_hour_claims_lead ON happy_hour_claims (lead_id);
