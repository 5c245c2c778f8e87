-- Whether the guide of a new installation was put away, by whom and when; at most one row. What is done of it is read from the data.
CREATE TABLE first_steps_dismissal (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  dismissed_by integer REFERENCES users (id),
  dismissed_at timestamptz NOT NULL
);
