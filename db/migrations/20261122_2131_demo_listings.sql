-- Homes that somebody had appear in a demo, and prices that they changed. The listing service of the demo adds them to what it makes
-- up by the clock; every process sees the same ones. Empty in production.
CREATE TABLE demo_listings (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- Whose price changed; NULL for a new home, which is named after its row.
  mls_number text,
  price int CHECK (price > 0),
  at timestamptz NOT NULL,
  CHECK ((mls_number IS NULL) = (price IS NULL))
);
