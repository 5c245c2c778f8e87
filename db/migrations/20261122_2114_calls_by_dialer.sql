-- Placed by the power dialer, which may be switched off for somebody between the order to call and the call.
ALTER TABLE calls ADD COLUMN by_dialer boolean NOT NULL DEFAULT false;
