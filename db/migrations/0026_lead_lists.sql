-- When a tag was merged: its leads move a moment later, so that a slip can be taken back.
ALTER TABLE tags ADD COLUMN merged_at timestamptz;
