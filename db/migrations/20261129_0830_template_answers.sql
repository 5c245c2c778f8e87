-- From which template a message was written, and when the lead answered it: what templates count as answers.
ALTER TABLE sendings
  ADD COLUMN template_id integer REFERENCES templates (id) ON DELETE SET NULL,
  ADD COLUMN answered_at timestamptz;
-- For templates that are deleted for good.
CREATE INDEX sendings_template ON sendings (template_id) WHERE template_id IS NOT NULL;

-- Of the messages from a template: those that went out and did not come back, and those of them that were answered. Both begin with this.
ALTER TABLE template_uses
  ADD COLUMN sent integer NOT NULL DEFAULT 0,
  ADD COLUMN answered integer NOT NULL DEFAULT 0;
