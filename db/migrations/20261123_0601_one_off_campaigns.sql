-- An e-mail that goes once to a list of leads is a campaign of one step: the same engine, the same door, the same figures.
ALTER TABLE campaigns
  ADD COLUMN kind text NOT NULL DEFAULT 'series' CHECK (kind IN ('series', 'one_off')),
  -- Of a one-off: the day on which it goes out, where each lead is; null is at once.
  ADD COLUMN send_on date,
  -- Of a one-off: how many leads were chosen, and how many of them were left out for each reason.
  ADD COLUMN chosen integer,
  ADD COLUMN left_out jsonb NOT NULL DEFAULT '[]';
