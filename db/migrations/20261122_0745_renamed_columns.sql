-- Tables and columns say what the product says: e-mails are sent, clients are notified, changes are published.
ALTER TABLE showing_letters RENAME TO showing_emails;
ALTER INDEX showing_letters_of_showing RENAME TO showing_emails_of_showing;
ALTER TABLE showing_emails RENAME COLUMN told_address TO notified_address;
ALTER TABLE showing_emails RENAME COLUMN told_starts_at TO notified_starts_at;
ALTER TABLE showing_emails RENAME COLUMN told_ends_at TO notified_ends_at;
ALTER TABLE showing_emails RENAME COLUMN told_status TO notified_status;
ALTER TABLE alert_sends RENAME COLUMN taken_until TO claimed_until;
ALTER TABLE bulk_runs RENAME COLUMN untold TO unpublished;
ALTER TABLE bulk_runs RENAME COLUMN told_at TO published_at;

-- E-mails that wait in the job queue of an earlier version are found by the new name, too.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET data = jsonb_build_object('email_id', data -> 'letter_id')
    WHERE name = 'send-showing-letter' AND data ? 'letter_id';
  END IF;
END $$;
