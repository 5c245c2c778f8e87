-- What stands below every e-mail that somebody writes.
CREATE TABLE email_signatures (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  content text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
