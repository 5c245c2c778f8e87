-- Calls, texts and e-mails by who was in touch, as a team's figures count them.
CREATE INDEX milestones_contacts ON milestones (coalesce(on_behalf_of, author_user_id), happened_at)
  INCLUDE (milestone_type_id) WHERE milestone_type_id IN (1, 2, 3) AND deleted_at IS NULL;
