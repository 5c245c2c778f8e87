-- What a person wrote onto the timeline can be deleted, and brought back for a while.
ALTER TABLE milestones ADD COLUMN deleted_at timestamptz;
CREATE INDEX milestones_deleted ON milestones (deleted_at) WHERE deleted_at IS NOT NULL;
