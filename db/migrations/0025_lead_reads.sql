-- Also one kind of entry is found among ten thousand of a lead without looking at the others.
DROP INDEX milestones_of_lead;
CREATE INDEX milestones_of_lead ON milestones (lead_id, happened_at DESC, id DESC, milestone_type_id);
-- The tasks of a lead that were done, as its timeline shows them.
CREATE INDEX tasks_done_of_lead ON tasks (lead_id, completed_at DESC, id DESC) WHERE completed AND deleted_at IS NULL;
