import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'

/** Where the consents of the demo's leads come from, as their own field has it. */
export const demo: DemoPart = {
  async fill({ db, now }) {
    await sql`
      INSERT INTO lead_consents (lead_id, channel, kind, covers, basis, source, evidence, given_at, expires_at, recorded_at)
      SELECT id, 'email', consent_email,
        CASE WHEN withdrawn_channels @> '{email}' THEN 'all' WHEN consent_email = 'withdrawn' THEN 'commercial' END,
        CASE consent_email WHEN 'implied' THEN 'inquiry' END,
        CASE consent_email WHEN 'withdrawn' THEN CASE WHEN withdrawn_channels @> '{email}' THEN 'Phone call' ELSE 'Unsubscribe link' END WHEN 'implied' THEN 'Inquiry on the website'
                           ELSE 'Website form' END,
        CASE consent_email WHEN 'express' THEN 'Ticked "Send me homes that match" when signing up.' ELSE '' END,
        given_at, CASE consent_email WHEN 'implied' THEN given_at + interval '6 months' END, given_at
      FROM (SELECT id, consent_email, withdrawn_channels, CASE consent_email
              WHEN 'implied' THEN greatest(created_at, ${now}::timestamptz - make_interval(days => id % 176))
              ELSE created_at END AS given_at
            FROM leads WHERE consent_email <> 'none') given
      WHERE NOT EXISTS (SELECT FROM lead_consents WHERE lead_id = given.id)`.execute(db)
    await sql`
      UPDATE leads SET consent_ends_at = c.expires_at
      FROM lead_consents c WHERE c.lead_id = leads.id AND c.channel = 'email' AND c.expires_at > ${now}`.execute(db)
  },
}
