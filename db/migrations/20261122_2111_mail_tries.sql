-- How often reading a mail was begun: one that takes the process down, or always fails, waits for a person after some tries.
ALTER TABLE intake_mails ADD COLUMN tries smallint NOT NULL DEFAULT 0;
