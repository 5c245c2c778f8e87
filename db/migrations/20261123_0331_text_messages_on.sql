-- The switch of text messages decides from now on who may text; until somebody turns it, everybody may, as before.
INSERT INTO feature_flags (feature, scope, enabled) VALUES ('text_messages', 'all', true)
ON CONFLICT DO NOTHING;
