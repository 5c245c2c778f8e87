-- Which days' fading of scores was begun, and how far it came: each lead fades once a day, also where a process dies meanwhile.
CREATE TABLE score_fadings (
  -- A day of the brokerage.
  day date PRIMARY KEY,
  -- The last lead that was looked at.
  until_lead_id integer NOT NULL DEFAULT 0,
  -- As of when scores are counted: the same for all leads of the day.
  counted_at timestamptz NOT NULL,
  finished_at timestamptz
);
