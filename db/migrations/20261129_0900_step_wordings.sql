-- A message of a campaign in two wordings: half of the leads get the other one.
ALTER TABLE campaign_steps
  -- The second wording; null of a step that has one. Of texts the subject is empty.
  ADD COLUMN other_subject text,
  ADD COLUMN other_content text,
  -- Since when both are what they are: what was sent before compares other words.
  ADD COLUMN compared_since timestamptz,
  ADD CHECK (num_nulls(other_subject, other_content, compared_since) IN (0, 3)),
  ADD CHECK (other_content IS NULL OR step_type IN ('auto_email', 'auto_text'));

-- Which of the two went out, and to which comparison it counts; null where the step had one, or the agent wrote other words for that lead.
ALTER TABLE campaign_instance_steps
  ADD COLUMN wording text CHECK (wording IN ('a', 'b')),
  ADD COLUMN compared_since timestamptz,
  ADD CHECK ((wording IS NULL) = (compared_since IS NULL));

ALTER TABLE campaign_messages
  ADD COLUMN wording text NOT NULL DEFAULT 'a' CHECK (wording IN ('a', 'b')),
  DROP CONSTRAINT campaign_messages_pkey,
  ADD PRIMARY KEY (version_id, step_id, user_id, wording);
