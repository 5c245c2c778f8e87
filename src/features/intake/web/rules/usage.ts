import type { IntakeSource } from '../../contract/sources.ts'

interface Keyed {
  source: Pick<IntakeSource, 'kind'>
  key: string
}

/** What is done with the key of a source, above the example. */
export function usageOf(kind: IntakeSource['kind']): string {
  switch (kind) {
    case 'mapped':
      return 'The key is part of the address. Send one request, then choose Map fields in the menu of the source:'
    case 'google_ads':
      return 'In Google Ads, under “Export leads” of the lead form, enter this address and this key:'
    case 'facebook':
      return 'In the app of Facebook, subscribe to leadgen of pages with this address and this verify token:'
    default:
      return 'Try it from a terminal:'
  }
}

/** What sends a test event, or a mail, with the key; of a platform what is entered there. */
export function exampleOf({ source, key }: Keyed, origin: string): string {
  switch (source.kind) {
    case 'mapped':
      return `curl ${origin}/crm/hooks/intake/${key} \\\n  --json '{"name":"Ada Byron","email":"ada@mail.test"}'`
    case 'google_ads':
      return `Webhook URL: ${origin}/crm/hooks/google-ads\nKey:         ${key}`
    case 'facebook':
      return `Callback URL: ${origin}/crm/hooks/facebook\nVerify token: ${key}`
    default:
      return signedExample({ source, key }, origin)
  }
}

function signedExample({ source, key }: Keyed, origin: string): string {
  const [path, body, type] =
    source.kind === 'mailbox'
      ? ['hooks/mail/inbound', '@mail.eml', 'message/rfc822']
      : [
          'intake/events',
          '{"source_event_id":"test-1","type":"visited","occurred_at":"2026-01-02T03:04:05Z","data":{"visitor_id":"test"}}',
          'application/json',
        ]
  const signed = source.kind === 'mailbox' ? 'cat mail.eml' : `printf %s "$BODY"`
  return [
    `KEY=${key}`,
    ...(source.kind === 'mailbox' ? [] : [`BODY='${body}'`]),
    `SIGNATURE=$(${signed} | openssl dgst -sha256 -hmac "$KEY" -r | cut -d' ' -f1)`,
    `curl ${origin}/crm/${path} -H "content-type: ${type}" \\`,
    `  -H "x-intake-key: $KEY" -H "x-intake-signature: $SIGNATURE" \\`,
    `  --data-binary ${source.kind === 'mailbox' ? '@mail.eml' : '"$BODY"'}`,
  ].join('\n')
}
