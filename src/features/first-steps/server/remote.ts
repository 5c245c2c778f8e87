import { lookUpSender } from '../../../integrations/mail/sender/lookup.ts'
import { senderRecords } from '../../../integrations/mail/sender/records.ts'
import type { QueryContext } from '../../../platform/server/context.ts'
import { instantText } from '../../../platform/wire/fields.ts'
import type { SenderCheck } from '../contract.ts'

/** What DNS says of the sender right now. */
export async function checkSender({ config, now }: Pick<QueryContext, 'config' | 'now'>): Promise<SenderCheck> {
  const facts = await lookUpSender(config)
  const { name, address } = config.mailFrom
  return {
    domain: facts.domain,
    sender: `${name} <${address}>`,
    checked_at: instantText(now),
    records: senderRecords(facts),
  }
}
