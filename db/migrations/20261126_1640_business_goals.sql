-- What the brokerage is to earn in commission in a year.
CREATE TABLE business_goals (
  year integer PRIMARY KEY CHECK (year BETWEEN 2000 AND 2099),
  -- Cents of gross commission.
  gross bigint NOT NULL CHECK (gross > 0),
  set_by integer REFERENCES users (id),
  set_at timestamptz NOT NULL
);
