-- Numbers whose owner asked not to be called: the brokerage's own do-not-call list. It is kept after a lead is deleted.
CREATE INDEX leads_not_called ON leads (phone) WHERE phone IS NOT NULL AND 'call' = ANY (withdrawn_channels);
CREATE INDEX leads_not_called_private ON leads (phone_private)
  WHERE phone_private IS NOT NULL AND 'call' = ANY (withdrawn_channels);
