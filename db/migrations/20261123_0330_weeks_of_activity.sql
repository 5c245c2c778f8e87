-- `activity` counts the visits of twelve weeks; this says which week its last number is about, so that the weeks move on by
-- themselves and a visit is counted in its own.
ALTER TABLE leads
  ADD COLUMN activity_week date NOT NULL DEFAULT date_trunc('week', now() AT TIME ZONE 'UTC')::date;
