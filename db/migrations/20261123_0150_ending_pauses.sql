-- Pauses of campaigns end by themselves; with them, the messages go on that were taken back.
CREATE INDEX campaign_instances_paused ON campaign_instances (paused_until) WHERE state = 'paused' AND paused_until IS NOT NULL;
