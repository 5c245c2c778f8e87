-- Reports with their filters, kept under a name.
CREATE TABLE saved_reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  report text NOT NULL,
  -- The period is chosen by a length, or by two days.
  length text CHECK (length IN ('week', 'month', 'quarter', 'year')),
  from_day date,
  to_day date,
  -- Only the agents of this team.
  team_id integer REFERENCES teams (id) ON DELETE CASCADE,
  sharing text NOT NULL DEFAULT 'private' CHECK (sharing IN ('private', 'team', 'all')),
  shared_team_id integer REFERENCES teams (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  CHECK ((length IS NULL) = (from_day IS NOT NULL AND to_day IS NOT NULL)),
  CHECK ((sharing = 'team') = (shared_team_id IS NOT NULL))
);
CREATE INDEX saved_reports_user ON saved_reports (user_id);
CREATE INDEX saved_reports_shared ON saved_reports (shared_team_id) WHERE shared_team_id IS NOT NULL;
CREATE INDEX saved_reports_team ON saved_reports (team_id) WHERE team_id IS NOT NULL;

-- Who gets a saved report by e-mail, and when; each for themselves.
CREATE TABLE report_schedules (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  saved_report_id integer NOT NULL REFERENCES saved_reports (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  every text NOT NULL CHECK (every IN ('week', 'month')),
  day smallint NOT NULL CHECK (day BETWEEN 1 AND 31),
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  -- What was due before is not sent.
  since timestamptz NOT NULL,
  UNIQUE (saved_report_id, user_id)
);
CREATE INDEX report_schedules_user ON report_schedules (user_id);

-- One e-mail for each time that a report was due.
CREATE TABLE report_sendings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schedule_id integer NOT NULL REFERENCES report_schedules (id) ON DELETE CASCADE,
  day date NOT NULL,
  created_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- Since when a worker hands it to the mail server. One that died meanwhile may have sent it: it is not sent again.
  trying_since timestamptz,
  problem text,
  sent_at timestamptz,
  failed_at timestamptz,
  expired_at timestamptz,
  UNIQUE (schedule_id, day)
);
