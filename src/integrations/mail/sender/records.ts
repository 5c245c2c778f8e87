import { createPublicKey } from 'node:crypto'
import type { MailRecordKind, MailRecordState } from '../../../platform/wire/mailRecords.ts'

/** What a name server says of the texts at a name; `null` when none could be asked. */
export type Texts = readonly string[] | null

/** What was found in DNS about a sender. */
export interface SenderFacts {
  /** What the address of the sender ends in. */
  domain: string
  /** The server that mail is handed to; `null` where there is none. */
  mailHost: string | null
  /** `lookups` counts the further questions that the record asks of every receiver, `included` names whom it includes. */
  spf: { texts: Texts; lookups: number; included: readonly string[] }
  /** Of each selector that was tried. */
  dkim: readonly { selector: string; texts: Texts }[]
  /** The nearest one: that of the domain, or else of the one above it. */
  dmarc: { domain: string; texts: Texts }
}

/** How one record of a sender stands, in words. */
export interface SenderRecord {
  kind: MailRecordKind
  /** Where it stands in DNS. */
  name: string
  state: MailRecordState
  /** What stands there. */
  found: string | null
  said: string
  /** What to do about it; `null` when there is nothing to do. */
  mend: string | null
  /** What to put there as a TXT record, where that can be said. */
  put: string | null
}

/** More questions than these, and receivers refuse to read the record (RFC 7208, section 4.6.4). */
const MAX_LOOKUPS = 10
const WEAK_BITS = 1024
const GOOD_BITS = 2048

/** What providers of mail want to have included, by the end of their servers' names. */
const providers: readonly (readonly [end: string, include: string])[] = [
  ['google.com', '_spf.google.com'],
  ['gmail.com', '_spf.google.com'],
  ['office365.com', 'spf.protection.outlook.com'],
  ['outlook.com', 'spf.protection.outlook.com'],
  ['sendgrid.net', 'sendgrid.net'],
  ['mailgun.org', 'mailgun.org'],
  ['amazonaws.com', 'amazonses.com'],
  ['postmarkapp.com', 'spf.mtasv.net'],
  ['mailjet.com', 'spf.mailjet.com'],
  ['brevo.com', 'spf.brevo.com'],
]

const isBelow = (name: string, end: string): boolean => name === end || name.endsWith(`.${end}`)

/** What the provider of a server wants in SPF; `null` for one that is not known. */
const includeOf = (host: string | null): string | null =>
  providers.find(([end]) => host !== null && isBelow(host, end))?.[1] ?? null

/** How the records of a sender stand; the one place that judges them. */
export const senderRecords = (facts: SenderFacts): SenderRecord[] => [spfOf(facts), dkimOf(facts), dmarcOf(facts)]

const unknown = (kind: SenderRecord['kind'], name: string): SenderRecord => ({
  kind,
  name,
  state: 'unknown',
  found: null,
  put: null,
  said: 'No name server answered, so nobody knows.',
  mend: 'Look whether this server reaches DNS, then check again.',
})

function spfOf({ domain, mailHost, spf: { texts, lookups, included } }: SenderFacts): SenderRecord {
  if (texts === null) return unknown('SPF', domain)
  const wanted = includeOf(mailHost)
  const mechanism = wanted === null ? (mailHost === null ? 'mx' : `a:${mailHost}`) : `include:${wanted}`
  const put = `v=spf1 ${mechanism} ~all`
  const records = texts.filter(text => /^v=spf1( |$)/i.test(text))
  const [found] = records
  const base = { kind: 'SPF', name: domain, found: found ?? null } as const
  if (found === undefined)
    return {
      ...base,
      state: 'missing',
      put,
      said: 'There is none: anybody may send in your name, and your e-mails look no different from theirs.',
      mend: 'Add it as a TXT record.',
    }
  const warn = (said: string, mend: string, more: string | null = null): SenderRecord => ({
    ...base,
    state: 'warning',
    said,
    mend,
    put: more,
  })
  if (records.length > 1)
    return warn(
      `There are ${records.length}, and receivers then take none.`,
      'Make one of them, and delete the others.',
    )
  if (lookups > MAX_LOOKUPS)
    return warn(
      `It asks for more than ${MAX_LOOKUPS} further names, and receivers then refuse to read it.`,
      'Take out what you no longer send through.',
    )
  if (/(^| )\+?all( |$)/i.test(found))
    return warn(
      'It lets everybody send in your name.',
      'Change its end to ~all.',
      found.replace(/(^| )\+?all( |$)/i, '$1~all$2'),
    )
  if (wanted !== null && !included.includes(wanted))
    return warn(
      `It does not name ${wanted}, through which this installation sends.`,
      `Put include:${wanted} into it, before its end.`,
      found.replace(/^v=spf1/i, `v=spf1 include:${wanted}`),
    )
  if (!/ [~-]all( |$)| redirect=/i.test(found))
    return warn(
      'It does not say what to do with e-mails from elsewhere.',
      'Let it end in ~all.',
      `${found.replace(/ \?all( |$)/i, ' ').trim()} ~all`,
    )
  return { ...base, state: 'ok', said: 'Verified: it says who may send in your name.', mend: null, put: null }
}

const tag = (text: string, name: string): string | null =>
  new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;]*)`, 'i').exec(text)?.[1]?.trim() ?? null

const isKey = (text: string): boolean => tag(text, 'p') !== null && (tag(text, 'v') ?? 'DKIM1') === 'DKIM1'

function dkimOf({ domain, mailHost, dkim }: SenderFacts): SenderRecord {
  const nameOf = (selector: string) => `${selector}._domainkey.${domain}`
  const keys = dkim.flatMap(({ selector, texts }) => (texts ?? []).filter(isKey).map(text => ({ selector, text })))
  const [best] = keys
    .map(key => ({ ...key, bits: bitsOf(key.text) }))
    .toSorted((one, other) => (other.bits ?? -1) - (one.bits ?? -1))
  if (!best) {
    const name = nameOf(dkim.length === 1 && dkim[0] ? dkim[0].selector : 'selector')
    if (dkim.length === 0 || dkim.some(({ texts }) => texts === null)) return unknown('DKIM', name)
    return {
      kind: 'DKIM',
      name,
      state: 'missing',
      found: null,
      put: null,
      said: `No key was found, under ${dkim.length === 1 ? 'that name' : `any of ${dkim.length} usual names`}: receivers cannot tell whether an e-mail was changed on its way.`,
      mend: `Switch on DKIM where ${mailHost ?? 'your provider'} is set up; it shows a record to add. Then say its name, the part before ._domainkey, in MAIL_DKIM_SELECTORS.`,
    }
  }
  const base = { kind: 'DKIM', name: nameOf(best.selector), found: best.text, put: null } as const
  if (best.bits === null)
    return {
      ...base,
      state: 'missing',
      said: tag(best.text, 'p') === '' ? 'Its key was taken back.' : 'Its key cannot be read.',
      mend: 'Copy the record anew from where DKIM is set up, in one piece.',
    }
  if (best.bits < GOOD_BITS)
    return {
      ...base,
      state: 'warning',
      said: `Its key has ${best.bits} bits, which ${best.bits < WEAK_BITS ? 'receivers refuse' : 'is little today'}.`,
      mend: `Have your provider make one of ${GOOD_BITS} bits.`,
    }
  return {
    ...base,
    state: 'ok',
    mend: null,
    said: `There is a key${/ed25519/i.test(tag(best.text, 'k') ?? '') ? '' : ` of ${best.bits} bits`} to check signatures with.`,
  }
}

/** How strong a key is, as bits of RSA; `null` for one that cannot be read. */
function bitsOf(text: string): number | null {
  const bytes = Buffer.from(tag(text, 'p')?.replace(/\s+/g, '') ?? '', 'base64')
  if (/ed25519/i.test(tag(text, 'k') ?? '')) return bytes.length === 32 ? GOOD_BITS : null
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.modulusLength ?? null
  } catch {
    return null
  }
}

function dmarcOf({ domain, dmarc: { domain: at, texts } }: SenderFacts): SenderRecord {
  const name = `_dmarc.${at}`
  if (texts === null) return unknown('DMARC', name)
  const records = texts.filter(text => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text))
  const [found] = records
  if (found === undefined)
    return {
      kind: 'DMARC',
      name: `_dmarc.${domain}`,
      state: 'missing',
      found: null,
      said: 'There is none: Gmail and Yahoo put e-mails of brokerages without it among spam.',
      mend: 'Add it as a TXT record. Once the reports show nothing of yours failing, change p=none to p=quarantine.',
      put: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`,
    }
  const base = { kind: 'DMARC', name, found } as const
  const policy = ((at === domain ? null : tag(found, 'sp')) ?? tag(found, 'p') ?? '').toLowerCase()
  const strict = found.replace(/(;\s*)p\s*=\s*[^;]*/i, '$1p=quarantine')
  if (records.length > 1)
    return {
      ...base,
      state: 'warning',
      put: null,
      said: `There are ${records.length}, and receivers then take none.`,
      mend: 'Make one of them, and delete the others.',
    }
  if (policy === 'none')
    return {
      ...base,
      state: 'warning',
      put: strict,
      said: 'It only watches: e-mails go out, and others can still write in your name.',
      mend: 'Change p=none to p=quarantine once the reports show nothing of yours failing.',
    }
  if (policy !== 'quarantine' && policy !== 'reject')
    return {
      ...base,
      state: 'warning',
      put: tag(found, 'p') === null ? 'v=DMARC1; p=quarantine' : strict,
      said: 'It does not say what to do with e-mails that fail.',
      mend: 'Give it p=quarantine.',
    }
  return {
    ...base,
    state: 'ok',
    said: `Verified: what fails is ${policy === 'reject' ? 'refused' : 'put among spam'}.`,
    mend: null,
    put: null,
  }
}
