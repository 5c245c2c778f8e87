-- A session ends at the latest then, however often it is used. Sessions of before get the default of KEYTURN_SESSION_DAYS.
ALTER TABLE sessions ADD COLUMN expires_at timestamptz;
UPDATE sessions SET expires_at = created_at + interval '90 days';
ALTER TABLE sessions
  ALTER COLUMN expires_at SET DEFAULT now() + interval '90 days',
  ALTER COLUMN expires_at SET NOT NULL;

-- A ticket is for the browser that began the sign-in: the hash of what its cookie holds. Tickets live for two minutes.
DELETE FROM sign_in_tickets;
ALTER TABLE sign_in_tickets ADD COLUMN browser_hash bytea NOT NULL;
