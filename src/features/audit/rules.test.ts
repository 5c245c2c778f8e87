import { describe, expect, it } from 'vitest'
import type { AuditSentence, AuditTemplate } from '../../platform/wire/auditSentence.ts'
import { referencesOf, type SentenceFacts, sentenceOf } from './rules.ts'

const known: Readonly<Record<string, string>> = {
  'lead 7': 'Ayesha Malhotra',
  'lead 8': 'Andrés Villanueva',
  'agent 3': 'Grace Zhou',
  'showing 5': '38 Stadium Rd',
}
const nameOf = ({ kind, id }: { kind: string; id: number }) => known[`${kind} ${id}`] ?? null
const facts = (some: Partial<SentenceFacts>): SentenceFacts => ({
  call: 'leads.update',
  outcome: 'done',
  actor: { id: 1, name: 'Maya Lindqvist' },
  is_request: true,
  input: null,
  changes: [],
  ...some,
})
const said = (some: Partial<SentenceFacts>, words?: AuditTemplate | AuditSentence) =>
  sentenceOf(facts(some), words, nameOf)
    .map(({ text }) => text)
    .join('')

describe('an entry of the audit log', () => {
  it('is a sentence with links to whom it is about', () => {
    const changes = [{ subject: 'lead', subject_id: '7', before: { is_bogus: false }, after: { is_bogus: true } }]
    expect(sentenceOf(facts({ call: 'transfers.flagBogus', changes }), 'flagged {lead} as bogus', nameOf)).toEqual([
      { text: 'Maya Lindqvist', kind: 'user', id: 1 },
      { text: ' flagged ', kind: null, id: null },
      { text: 'Ayesha Malhotra', kind: 'lead', id: 7 },
      { text: ' as bogus', kind: null, id: null },
    ])
  })

  it('takes records and texts from the request, then from the change', () => {
    const changes = [{ subject: 'transfer', subject_id: 2, after: { lead_id: 7, to_agent_id: 3, name: 'Late' } }]
    expect(said({ changes }, 'sent {lead} to {agent to_agent_id}: {text name}')).toBe(
      'Maya Lindqvist sent Ayesha Malhotra to Grace Zhou: “Late”',
    )
    expect(said({ changes, input: { agent: '3', name: 'Soon' } }, 'asked {agent agent} for {text name}')).toBe(
      'Maya Lindqvist asked Grace Zhou for “Soon”',
    )
    expect(said({ input: { name: 'x'.repeat(200) } }, '{text name}').length).toBeLessThan(110)
  })

  it('counts the leads that were chosen, and names the only one', () => {
    expect(said({ input: { ids: [7, 8, 9] } }, 'deleted {leads}')).toBe('Maya Lindqvist deleted 3 leads')
    expect(said({ input: { selected: [8] } }, 'deleted {leads}')).toBe('Maya Lindqvist deleted Andrés Villanueva')
    expect(said({ changes: [{ subject: 'leads', subject_id: null, after: { leads: 1204 } }] }, 'deleted {leads}')).toBe(
      'Maya Lindqvist deleted 1,204 leads',
    )
    expect(said({}, 'deleted {leads}')).toBe('Maya Lindqvist deleted leads')
  })

  it('has no name of what the reader may not see', () => {
    const changes = [{ subject: 'lead', subject_id: 99, after: {} }]
    expect(said({ changes }, 'flagged {lead} as bogus')).toBe('Maya Lindqvist flagged a lead as bogus')
  })

  it('is a sentence without words for it, too', () => {
    const about = (subject: string, call: string, after: object = { lead_id: 8 }) =>
      said({ call, changes: [{ subject, subject_id: 44, after }] })
    expect(about('showing', 'showings.update')).toBe('Maya Lindqvist changed a showing of Andrés Villanueva')
    expect(about('alert', 'alerts.restore')).toBe('Maya Lindqvist restored an alert of Andrés Villanueva')
    expect(about('view', 'saved-views.remove', {})).toBe('Maya Lindqvist deleted a view')
    expect(said({ call: 'showings.create', changes: [{ subject: 'showing', subject_id: 5 }] })).toBe(
      'Maya Lindqvist added 38 Stadium Rd',
    )
    expect(said({ call: 'maintenance.start' })).toBe('Maya Lindqvist started a maintenance')
    expect(said({ call: 'tidy-up', actor: null, is_request: false })).toBe('Keyturn changed a record')
  })

  it('names the product where nobody pressed, and nobody where somebody unknown did', () => {
    expect(said({ actor: null, is_request: false }, 'sent the alerts that were due')).toBe(
      'Keyturn sent the alerts that were due',
    )
    const refused = { actor: null, outcome: 'forbidden', input: { email: 'm@x.test' } }
    expect(said(refused, { did: 'signed in', refused: 'failed to sign in as {text email}' })).toBe(
      'Somebody failed to sign in as “m@x.test”',
    )
    const changes = [{ subject: 'showing', subject_id: 1, after: { lead_id: 8 } }]
    expect(said({ actor: null, changes }, { did: 'answered an invitation', by: 'lead' })).toBe(
      'Andrés Villanueva answered an invitation',
    )
    expect(said({ actor: null }, { did: 'answered an invitation', by: 'lead' })).toBe('A lead answered an invitation')
  })

  it('says of a refusal what was refused', () => {
    expect(said({ call: 'people.setRolePermission', outcome: 'forbidden' })).toBe(
      'Maya Lindqvist was refused: set role permission',
    )
  })

  it('survives whatever a request held', () => {
    for (const input of [null, 'text', 5, [], { id: {} }, { ids: 'all' }, { lead_id: 1e300, name: {} }])
      expect(said({ input }, 'did {lead} {agent agent} {leads} {text name}')).toMatch(/^Maya Lindqvist did/)
  })
})

describe('names that are looked up', () => {
  it('are those of records that the entry holds the ids of', () => {
    const changes = [
      { subject: 'lead', subject_id: '7', before: { agent_id: 3, tag_ids: [1, 2] }, after: { agent_id: 4, price: 9 } },
    ]
    expect(referencesOf(facts({ changes, input: { user_id: 6 } }))).toEqual([
      { kind: 'lead', id: 7 },
      { kind: 'user', id: 6 },
      { kind: 'agent', id: 4 },
      { kind: 'agent', id: 3 },
      { kind: 'tag', id: 1 },
      { kind: 'tag', id: 2 },
    ])
  })
})
