-- How a campaign stood on a lead before it stopped, so that a stop that is undone puts it back as it was. The end of a pause stays
-- where it is (paused_until) and means nothing while the campaign has stopped.
ALTER TABLE campaign_instances
  ADD COLUMN stopped_from text CHECK (stopped_from IN ('running', 'paused', 'finished'));
