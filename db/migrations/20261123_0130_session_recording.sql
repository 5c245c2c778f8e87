-- What happened on the screens of employees, where the brokerage switches that on. Texts are masked before they come here.

-- Whose screen it is, for one day: a new one when somebody else signs in or acts as somebody else, and on a new day.
CREATE TABLE recording_identifications (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Who really sat there: another than user_id while an administrator acts as them.
  actor_user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day date NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, actor_user_id, day)
);
CREATE INDEX recording_identifications_day ON recording_identifications (day);
CREATE INDEX recording_identifications_actor ON recording_identifications (actor_user_id);

-- One page of a browser, from when it was opened until it was left.
CREATE TABLE session_recordings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identification_id integer NOT NULL REFERENCES recording_identifications (id) ON DELETE CASCADE,
  -- Made by the browser, so that all that it sends of one page comes together.
  run uuid NOT NULL,
  started_at timestamptz NOT NULL,
  UNIQUE (identification_id, run)
);
CREATE INDEX session_recordings_started_at ON session_recordings (started_at, id);

CREATE TABLE recording_chunks (
  recording_id integer NOT NULL REFERENCES session_recordings (id) ON DELETE CASCADE,
  number integer NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  events integer NOT NULL,
  -- Pages that were opened and errors that were met, with their times.
  marks jsonb NOT NULL,
  bytes integer NOT NULL,
  -- JSON, compressed by gzip.
  body bytea NOT NULL,
  PRIMARY KEY (recording_id, number)
);
ALTER TABLE recording_chunks ALTER COLUMN body SET STORAGE EXTERNAL;

-- Who opened a recording, and when: nothing of it is read without one of these.
CREATE TABLE recording_viewings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recording_id integer NOT NULL REFERENCES session_recordings (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  viewed_at timestamptz NOT NULL
);
CREATE INDEX recording_viewings_recording ON recording_viewings (recording_id);
CREATE INDEX recording_viewings_user ON recording_viewings (user_id);

INSERT INTO role_permissions (role, permission)
SELECT role, 'view_session_recordings' FROM unnest(ARRAY['super_admin', 'admin']) AS role
ON CONFLICT DO NOTHING;
