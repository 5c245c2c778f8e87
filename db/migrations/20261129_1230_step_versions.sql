-- Of two people who change a step, the second is told.
ALTER TABLE campaign_steps ADD COLUMN version integer NOT NULL DEFAULT 1;
