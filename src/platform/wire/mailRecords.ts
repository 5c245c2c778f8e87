/** What can stand in DNS about who sends for a domain (RFC 7208, 6376 and 7489). */
export const mailRecordKinds = ['SPF', 'DKIM', 'DMARC'] as const
export type MailRecordKind = (typeof mailRecordKinds)[number]

/** How such a record stands; nobody knows where no name server answers. */
export const mailRecordStates = ['ok', 'warning', 'missing', 'unknown'] as const
export type MailRecordState = (typeof mailRecordStates)[number]
