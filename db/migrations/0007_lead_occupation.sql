ALTER TABLE leads ADD COLUMN occupation text NOT NULL DEFAULT '';
