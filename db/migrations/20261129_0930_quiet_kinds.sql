-- Whether what a person chose for a kind also leaves in their quiet hours.
ALTER TABLE notification_preferences ADD COLUMN in_quiet_hours boolean NOT NULL DEFAULT false;
