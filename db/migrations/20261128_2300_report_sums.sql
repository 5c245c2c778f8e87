-- What reports count, worked out ahead of time from leads and their timelines, so that a report over years does not look at each of
-- them again. It is derived, and may be behind: what has changed since is noted, and read from the records until it is worked out.

-- How each lead arrived.
CREATE TABLE lead_arrivals (
  lead_id integer PRIMARY KEY,
  arrived_at timestamptz NOT NULL,
  -- The first agent who had it.
  agent_id integer,
  source text,
  -- The furthest status so far.
  top_status smallint NOT NULL,
  -- From when the first agent had it to the first call, text or e-mail of a person; empty without one.
  answer_seconds float8
);
CREATE INDEX lead_arrivals_at ON lead_arrivals (arrived_at);

-- Leads whose arrival is to be worked out again. Written with whatever changed it, by the triggers below; may name a lead often.
-- A lead that is gone is named as well, hence no foreign key.
CREATE TABLE lead_arrival_changes (
  lead_id integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE FUNCTION note_lead_for_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO lead_arrival_changes (lead_id) VALUES (OLD.id);
  ELSE
    INSERT INTO lead_arrival_changes (lead_id) VALUES (NEW.id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER leads_reported AFTER INSERT OR DELETE ON leads FOR EACH ROW EXECUTE FUNCTION note_lead_for_reports();
CREATE TRIGGER leads_reported_update
  AFTER UPDATE OF agent_id, source, status_value, created_at, deleted_at, is_bogus ON leads FOR EACH ROW
  WHEN ((OLD.agent_id, OLD.source, OLD.status_value, OLD.created_at, OLD.deleted_at IS NULL, OLD.is_bogus)
    IS DISTINCT FROM (NEW.agent_id, NEW.source, NEW.status_value, NEW.created_at, NEW.deleted_at IS NULL, NEW.is_bogus))
  EXECUTE FUNCTION note_lead_for_reports();

-- What people did in a day of the brokerage's zone: calls, those of them in which somebody was reached, texts and e-mails.
CREATE TABLE contact_days (
  day date NOT NULL,
  user_id integer NOT NULL,
  calls integer NOT NULL,
  calls_connected integer NOT NULL,
  messages integer NOT NULL,
  PRIMARY KEY (day, user_id)
);

-- Moments whose day is to be counted again. Written by the triggers below; may name a day often.
CREATE TABLE contact_changes (
  happened_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Calls, texts and e-mails (1 to 3) by people, changes of the status (18) and of the agent (19).
CREATE FUNCTION note_milestone_for_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO lead_arrival_changes (lead_id) VALUES (OLD.lead_id);
    IF OLD.milestone_type_id IN (1, 2, 3) THEN
      INSERT INTO contact_changes (happened_at) VALUES (OLD.happened_at);
    END IF;
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.lead_id <> OLD.lead_id) THEN
    INSERT INTO lead_arrival_changes (lead_id) VALUES (NEW.lead_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.milestone_type_id IN (1, 2, 3) THEN
    INSERT INTO contact_changes (happened_at) VALUES (NEW.happened_at);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER milestones_reported_insert AFTER INSERT ON milestones FOR EACH ROW
  WHEN (NEW.milestone_type_id IN (18, 19)
    OR NEW.milestone_type_id IN (1, 2, 3) AND coalesce(NEW.on_behalf_of, NEW.author_user_id) IS NOT NULL)
  EXECUTE FUNCTION note_milestone_for_reports();
CREATE TRIGGER milestones_reported_delete AFTER DELETE ON milestones FOR EACH ROW
  WHEN (OLD.milestone_type_id IN (1, 2, 3, 18, 19))
  EXECUTE FUNCTION note_milestone_for_reports();
CREATE TRIGGER milestones_reported_update
  AFTER UPDATE OF lead_id, milestone_type_id, milestone_option_id, happened_at, author_user_id, on_behalf_of, detail, deleted_at
  ON milestones FOR EACH ROW
  WHEN ((OLD.milestone_type_id IN (1, 2, 3, 18, 19) OR NEW.milestone_type_id IN (1, 2, 3, 18, 19)) AND
    (OLD.lead_id, OLD.milestone_type_id, OLD.milestone_option_id, OLD.happened_at, OLD.author_user_id, OLD.on_behalf_of,
      OLD.detail, OLD.deleted_at)
    IS DISTINCT FROM
    (NEW.lead_id, NEW.milestone_type_id, NEW.milestone_option_id, NEW.happened_at, NEW.author_user_id, NEW.on_behalf_of,
      NEW.detail, NEW.deleted_at))
  EXECUTE FUNCTION note_milestone_for_reports();

-- What is here already: leads in the order in which they arrived, and for each quarter of an hour with contacts a moment of it, for a
-- day of any zone begins with one.
INSERT INTO lead_arrival_changes (lead_id) SELECT id FROM leads ORDER BY created_at, id;
INSERT INTO contact_changes (happened_at)
SELECT DISTINCT date_bin('15 minutes', happened_at, '2000-01-01Z') FROM milestones WHERE milestone_type_id IN (1, 2, 3);
