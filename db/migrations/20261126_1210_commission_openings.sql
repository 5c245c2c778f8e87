-- What an agent earned in a year before this product kept their deals, line by line: a correction is a line of its own that points
-- to the first one and holds the difference. What counts is the sum. Amounts are cents.
CREATE TABLE commission_openings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id),
  -- The first day of the agent's year.
  year_start date NOT NULL,
  corrects integer REFERENCES commission_openings (id),
  -- Their commission of the year so far, and the brokerage's part of it.
  side bigint NOT NULL,
  house bigint NOT NULL,
  note text NOT NULL,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX commission_openings_year ON commission_openings (agent_id, year_start, id);
CREATE UNIQUE INDEX commission_openings_first ON commission_openings (agent_id, year_start) WHERE corrects IS NULL;

CREATE TRIGGER commission_openings_append_only BEFORE UPDATE OR DELETE ON commission_openings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_openings_no_truncate BEFORE TRUNCATE ON commission_openings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
