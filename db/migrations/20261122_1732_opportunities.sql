-- The ten reasons to contact a lead now (their names and what makes each arise are in the code), with what an administrator
-- may change: from when on one is worth a line, and what is proposed to write.
CREATE TABLE opportunity_types (
  id smallint PRIMARY KEY CHECK (id BETWEEN 1 AND 10),
  is_on boolean NOT NULL DEFAULT true,
  -- How often, and within or after how many days; null where the type has no such threshold.
  times smallint CHECK (times BETWEEN 1 AND 100),
  days smallint CHECK (days BETWEEN 1 AND 730),
  default_message_template_id integer REFERENCES templates (id) ON DELETE SET NULL,
  default_email_template_id integer REFERENCES templates (id) ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO opportunity_types (id, times, days) VALUES
  (1, NULL, NULL), (2, NULL, 30), (3, 3, 7), (4, 5, 14), (5, 3, 14), (6, NULL, 365), (7, NULL, NULL), (8, NULL, NULL),
  (9, NULL, NULL), (10, NULL, NULL);

CREATE TABLE opportunities (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  opportunity_type_id smallint NOT NULL REFERENCES opportunity_types (id),
  -- What it is told from: the sentence depends on the day on which it is read.
  facts jsonb NOT NULL,
  link text,
  -- When it arose last: a repeat moves it.
  created_at timestamptz NOT NULL,
  hidden_at timestamptz,
  hidden_by integer REFERENCES users (id) ON DELETE SET NULL,
  -- It was answered: the alert that it asks for is there.
  closed_at timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0.02);
-- One open opportunity for a lead and type.
CREATE UNIQUE INDEX opportunities_open ON opportunities (lead_id, opportunity_type_id)
  WHERE hidden_at IS NULL AND closed_at IS NULL;
CREATE INDEX opportunities_of_lead ON opportunities (lead_id, created_at DESC);
