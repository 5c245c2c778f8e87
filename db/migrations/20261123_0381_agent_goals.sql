-- What agents are to reach in each week, month, quarter or year, by a metric of the reports. Dollars or a count.
CREATE TABLE agent_goals (
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  metric text NOT NULL,
  period text NOT NULL CHECK (period IN ('week', 'month', 'quarter', 'year')),
  amount integer NOT NULL CHECK (amount > 0),
  set_by integer REFERENCES users (id),
  set_at timestamptz NOT NULL,
  PRIMARY KEY (agent_id, metric, period)
);
