-- What the owner's sight of leads rested on while the file was written: rights, and agents whose leads they reached.
-- Whoever lost one of them no longer downloads the file.
ALTER TABLE exports ADD COLUMN sight text[] NOT NULL DEFAULT '{}';
