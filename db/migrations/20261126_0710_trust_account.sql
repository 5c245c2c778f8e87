-- Money of others that the brokerage holds in trust: what came in and went out for each deal. Nothing of it is ever changed; what was
-- written down wrong is reversed by an entry that points to it.
CREATE TABLE trust_entries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id),
  kind text NOT NULL CHECK (kind IN ('deposit', 'payment', 'reversal')),
  -- Cents; what leaves the account is negative.
  amount bigint NOT NULL CHECK (amount <> 0),
  -- The day on which it counts, at the brokerage.
  happened_on date NOT NULL,
  -- From whom it came, or to whom it went.
  party text NOT NULL,
  method text NOT NULL,
  purpose text,
  -- The number of the cheque or transfer.
  reference text NOT NULL DEFAULT '',
  -- Why it was reversed.
  reason text NOT NULL DEFAULT '',
  -- Receipts are numbered without gaps.
  receipt integer UNIQUE,
  corrects integer UNIQUE REFERENCES trust_entries (id),
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CHECK (kind <> 'deposit' OR amount > 0),
  CHECK (kind <> 'payment' OR amount < 0),
  CHECK ((kind = 'deposit') = (receipt IS NOT NULL)),
  CHECK ((kind = 'payment') = (purpose IS NOT NULL)),
  CHECK ((kind = 'reversal') = (corrects IS NOT NULL))
);
CREATE INDEX trust_entries_deal ON trust_entries (deal_id, happened_on, id) INCLUDE (amount);
CREATE INDEX trust_entries_day ON trust_entries (happened_on, id) INCLUDE (amount);

-- What was done with a month, in order: one person balances it with the bank statement, and another one closes it.
CREATE TABLE trust_month_steps (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Its first day.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  number smallint NOT NULL,
  step text NOT NULL CHECK (step IN ('balanced', 'taken_back', 'closed')),
  -- Cents: what the bank says at the end of the month, and what the ledger comes to.
  bank_balance bigint NOT NULL,
  book_balance bigint NOT NULL,
  -- Entries up to the end of the month: another count says that the ledger changed, also where the balance is the same.
  entry_count integer NOT NULL,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  UNIQUE (month, number)
);
CREATE UNIQUE INDEX trust_months_closed ON trust_month_steps (month) WHERE step = 'closed';

-- Entries that the bank statement of a month does not have yet.
CREATE TABLE trust_outstanding (
  step_id integer NOT NULL REFERENCES trust_month_steps (id),
  entry_id integer NOT NULL REFERENCES trust_entries (id),
  PRIMARY KEY (step_id, entry_id)
);

CREATE FUNCTION refuse_closed_trust_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM trust_month_steps WHERE step = 'closed' AND month >= date_trunc('month', NEW.happened_on)::date) THEN
    RAISE EXCEPTION 'the month of this entry is closed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trust_entries_in_open_months BEFORE INSERT ON trust_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_closed_trust_month();

CREATE TRIGGER trust_entries_append_only BEFORE UPDATE OR DELETE ON trust_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trust_entries_no_truncate BEFORE TRUNCATE ON trust_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trust_month_steps_append_only BEFORE UPDATE OR DELETE ON trust_month_steps
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trust_month_steps_no_truncate BEFORE TRUNCATE ON trust_month_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trust_outstanding_append_only BEFORE UPDATE OR DELETE ON trust_outstanding
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trust_outstanding_no_truncate BEFORE TRUNCATE ON trust_outstanding
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
