-- What the pages of a site carry so that browsers can report to its source. It is no secret: it says whose site it is, and
-- counts only together with the origin of that site.
ALTER TABLE intake_sources
  ADD COLUMN public_key text NOT NULL UNIQUE DEFAULT 'kt_site_' || replace(gen_random_uuid()::text, '-', '');
