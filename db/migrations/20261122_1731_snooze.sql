-- Until when the agent of a lead wants to hear nothing of what the lead does. It stays when it is over: what happened in the
-- meantime counts from then on.
ALTER TABLE leads ADD COLUMN snoozed_until timestamptz;

-- Leads that are to be woken; a row goes when its lead was.
CREATE TABLE snoozes (
  lead_id integer PRIMARY KEY REFERENCES leads (id) ON DELETE CASCADE,
  wakes_at timestamptz NOT NULL,
  snoozed_by integer REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX snoozes_due ON snoozes (wakes_at);
