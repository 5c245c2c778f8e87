import { Resolver } from 'node:dns/promises'
import type { SenderFacts, Texts } from './records.ts'

/** What is looked up, and by whom. */
export interface SenderAsked {
  mailUrl: string | null
  mailFrom: { address: string }
  /** Names under which keys may stand; the usual ones where none are given. */
  dkimSelectors: readonly string[]
  /** Name servers, as `address` or `address:port`; those of the system where none are given. */
  dnsServers: readonly string[]
}

const TIMEOUT_MS = 1_500
const TRIES = 2
/** One more than receivers allow. */
const ENOUGH_LOOKUPS = 11

/** Under which names the larger providers put their keys. */
const usualSelectors =
  'google selector1 selector2 default dkim mail k1 k2 k3 s1 s2 smtp pm mte1 mailjet mandrill brevo1 brevo2 fm1 protonmail zoho'.split(
    ' ',
  )

type Look = (name: string) => Promise<Texts>

/** Answers as they come from name servers; names that are not there have no texts. */
function lookWith(servers: readonly string[]): Look {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers([...servers])
  return async name => {
    try {
      return (await resolver.resolveTxt(name)).map(pieces => pieces.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null
    }
  }
}

/** Asks DNS for what there is about the sender of an installation. */
export async function lookUpSender(asked: SenderAsked): Promise<SenderFacts> {
  const look = lookWith(asked.dnsServers)
  const { address } = asked.mailFrom
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const selectors = asked.dkimSelectors.length > 0 ? asked.dkimSelectors : usualSelectors
  const [spf, dkim, dmarc] = await Promise.all([
    spfAt(domain, look),
    Promise.all(selectors.map(async selector => ({ selector, texts: await look(`${selector}._domainkey.${domain}`) }))),
    dmarcAbove(domain, look),
  ])
  const mailHost = asked.mailUrl === null ? null : (URL.parse(asked.mailUrl)?.hostname ?? null)
  return { domain, mailHost, spf, dkim, dmarc }
}

/** The record of a domain, and how many names receivers have to ask for besides. */
async function spfAt(domain: string, look: Look): Promise<SenderFacts['spf']> {
  const texts = await look(domain)
  const included: string[] = []
  let lookups = 0
  const follow = async (record: string): Promise<void> => {
    for (const term of record.split(/\s+/)) {
      if (lookups >= ENOUGH_LOOKUPS) return
      if (/^[+?~-]?(a|mx|ptr|exists)([:/]|$)/i.test(term)) lookups += 1
      const [, next] = /^(?:[+?~-]?include:|redirect=)(.+)$/i.exec(term) ?? []
      if (next === undefined) continue
      lookups += 1
      included.push(next.toLowerCase())
      const [further] = ((await look(next)) ?? []).filter(isSpf)
      if (further !== undefined) await follow(further)
    }
  }
  const [record] = (texts ?? []).filter(isSpf)
  if (record !== undefined) await follow(record)
  return { texts, lookups, included }
}

const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text)

/** The policy of a domain, or of the nearest one above it that has one. */
async function dmarcAbove(domain: string, look: Look): Promise<SenderFacts['dmarc']> {
  const labels = domain.split('.')
  for (let from = 0; from <= Math.max(0, labels.length - 2); from++) {
    const above = labels.slice(from).join('.')
    const texts = await look(`_dmarc.${above}`)
    if (texts === null || texts.some(text => /^v\s*=\s*DMARC1/i.test(text))) return { domain: above, texts }
  }
  return { domain, texts: [] }
}
