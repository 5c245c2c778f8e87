-- Three more kinds of source: any JSON, read by a mapping that a person made on screen, and the lead forms of Google and Facebook.
ALTER TABLE intake_sources DROP CONSTRAINT intake_sources_kind_check;
ALTER TABLE intake_sources
  ADD CONSTRAINT intake_sources_kind_check
    CHECK (kind IN ('site', 'mailbox', 'webhook', 'mapped', 'google_ads', 'facebook')),
  -- Of any JSON: where in it our fields are. Null until a person has said so.
  ADD COLUMN mapping jsonb;
CREATE INDEX intake_deliveries_of_source ON intake_deliveries (source_id, received_at DESC);

-- Leads that Facebook told of and that are still to be read from it: its notice holds no more than their ids.
CREATE TABLE intake_fetches (
  source_id integer NOT NULL REFERENCES intake_sources (id) ON DELETE CASCADE,
  lead_ref text NOT NULL,
  -- The part of the notice that is about this lead.
  notice jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  -- When it is tried (again).
  next_at timestamptz NOT NULL,
  PRIMARY KEY (source_id, lead_ref)
);
CREATE INDEX intake_fetches_due ON intake_fetches (next_at);
