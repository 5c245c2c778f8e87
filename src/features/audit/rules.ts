import type { AuditSentence, AuditTemplate } from '../../platform/wire/auditSentence.ts'

/** A record that a sentence is about. */
export interface Reference {
  /** `lead`, `user`, `agent` and so on. */
  kind: string
  id: number
}

/** A piece of a sentence: plain, or a record by its name. */
export interface SentencePart {
  text: string
  kind: string | null
  id: number | null
}

/** What a sentence is made from. */
export interface SentenceFacts {
  call: string
  outcome: string
  /** `null` when nobody with an account did it. */
  actor: { id: number; name: string } | null
  /** Whether it came as a request, from outside. */
  is_request: boolean
  input: unknown
  changes: readonly { subject: string; subject_id: string | number | null; before?: unknown; after?: unknown }[]
}

/** What the product itself does is told under this name. */
const PRODUCT = 'Keyturn'
/** Somebody without an account, or before they signed in. */
const STRANGER = 'Somebody'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const idOf = (value: unknown): number | null => {
  const id = typeof value === 'string' ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The kind of record that a field holds the id of: `to_agent_id` is an agent. */
export function kindOfField(name: string): string | null {
  if (/(^|_)agent(_id|Id)?$/.test(name) || name === 'agentId') return 'agent'
  if (/(^|_)user_id$|_by$/.test(name)) return 'user'
  if (/^lead(_id|Id)$|^merged_into$/.test(name)) return 'lead'
  if (/^tag_ids?$/.test(name)) return 'tag'
  return name === 'team_id' ? 'team' : null
}

/** Everything that request and changes say, the request first. */
const saidIn = ({ input, changes }: Pick<SentenceFacts, 'input' | 'changes'>): Fields[] => [
  fieldsOf(input),
  ...changes.flatMap(({ after, before }) => [fieldsOf(after), fieldsOf(before)]),
]

const fieldOf = (facts: SentenceFacts, name: string): unknown =>
  saidIn(facts).find(fields => fields[name] !== undefined && fields[name] !== null)?.[name]

/** The record of a kind that an entry is about: the one that changed, or the one that the changed record belongs to. */
function subjectOf(facts: SentenceFacts, kind: string): number | null {
  const changed = facts.changes.find(({ subject }) => subject === kind)
  const own = changed && idOf(changed.subject_id)
  if (own) return own
  const named = [`${kind}_id`, `${kind}Id`, kind].map(name => idOf(fieldOf(facts, name))).find(id => id !== null)
  if (named) return named
  // A request about a record names it `id`, and nothing but that record was changed.
  return facts.changes.length === 0 && facts.call.startsWith(`${kind}s.`) ? idOf(fieldsOf(facts.input).id) : null
}

const LEAD_FIELDS = ['selected', 'ids', 'leadIds', 'lead_ids', 'leads']

/** The leads that were chosen: their number, and the one where it is one. */
function chosenLeads(facts: SentenceFacts): { count: number | null; only: number | null } {
  const said = saidIn(facts)
  const lists = said.flatMap(fields => LEAD_FIELDS.map(name => fields[name])).filter(Array.isArray)
  const list: readonly unknown[] | undefined = lists[0]
  if (list) return { count: list.length, only: list.length === 1 ? idOf(list[0]) : null }
  const number = fieldOf(facts, 'leads')
  return { count: typeof number === 'number' ? number : null, only: null }
}

/** The names of one record each; `null` is one that the reader may not see. */
type NameOf = (reference: Reference) => string | null

const plain = (text: string): SentencePart => ({ text, kind: null, id: null })

function record(kind: string, id: number | null, nameOf: NameOf): SentencePart {
  const name = id === null ? null : nameOf({ kind, id })
  return name === null ? plain(withArticle(kind)) : { text: name, kind, id }
}

/** "a lead", "an alert". */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const MAX_QUOTED = 80

function quoted(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (text === '') return '“”'
  return `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}”`
}

/** The parts of a template, with names and values put in. */
function filled(template: AuditTemplate, facts: SentenceFacts, nameOf: NameOf): SentencePart[] {
  return template.split(/(\{[^}]+\})/).flatMap(piece => {
    const [, kind, field] = /^\{(\w+)(?: (\w+))?\}$/.exec(piece) ?? []
    if (!kind) return piece === '' ? [] : [plain(piece)]
    if (kind === 'text') return [plain(quoted(fieldOf(facts, field ?? 'name')))]
    if (kind === 'leads') {
      const { count, only } = chosenLeads(facts)
      return only === null
        ? [plain(count === null ? 'leads' : `${count.toLocaleString('en-CA')} ${count === 1 ? 'lead' : 'leads'}`)]
        : [record('lead', only, nameOf)]
    }
    return [record(kind, field ? idOf(fieldOf(facts, field)) : subjectOf(facts, kind), nameOf)]
  })
}

const PAST: Readonly<Record<string, string>> = {
  create: 'added',
  store: 'added',
  remove: 'deleted',
  restore: 'restored',
  set: 'set',
  send: 'sent',
  make: 'made',
  merge: 'merged',
  cancel: 'cancelled',
  undo: 'undid',
  revert: 'reverted a change of',
  start: 'started',
  forget: 'cleared away',
  read: 'read',
}

/** `setRolePermission` is "set role permission". */
const callText = (call: string): string =>
  (call.split('.').at(-1) ?? call)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()

const nounOf = ({ call, changes }: SentenceFacts): string => {
  const feature = call.includes('.') ? (call.split('.')[0] ?? call) : 'record'
  return changes[0]?.subject ?? feature.replaceAll('-', ' ').replace(/s$/, '')
}

/** A sentence for an act that no feature has words for, from the name of its call: "changed a showing of Ada Lovelace". */
function usual(facts: SentenceFacts, nameOf: NameOf): SentencePart[] {
  const [verb = ''] = callText(facts.call).split(' ')
  const noun = nounOf(facts)
  const did = PAST[verb] ?? 'changed'
  const own = subjectOf(facts, noun)
  const name = own === null ? null : nameOf({ kind: noun, id: own })
  if (name !== null) return [plain(`${did} `), { text: name, kind: noun, id: own }]
  const lead = noun === 'lead' || noun === 'leads' ? null : subjectOf(facts, 'lead')
  const what = /s$|ing$/.test(noun) && noun !== 'showing' ? noun : withArticle(noun)
  return lead === null ? [plain(`${did} ${what}`)] : [plain(`${did} ${what} of `), record('lead', lead, nameOf)]
}

/** The whole sentence of an entry, beginning with who did it. */
export function sentenceOf(
  facts: SentenceFacts,
  words: AuditSentence | AuditTemplate | undefined,
  nameOf: NameOf,
): SentencePart[] {
  const sentence: Partial<AuditSentence> = typeof words === 'string' ? { did: words } : (words ?? {})
  const who: SentencePart = facts.actor
    ? { text: facts.actor.name, kind: 'user', id: facts.actor.id }
    : sentence.by && facts.outcome === 'done'
      ? record(sentence.by, subjectOf(facts, sentence.by), nameOf)
      : plain(facts.is_request ? STRANGER : PRODUCT)
  return joined([capital(who), plain(' '), ...predicateOf(facts, sentence, nameOf)])
}

function predicateOf(facts: SentenceFacts, { did, refused }: Partial<AuditSentence>, nameOf: NameOf): SentencePart[] {
  if (facts.outcome === 'done') return did === undefined ? usual(facts, nameOf) : filled(did, facts, nameOf)
  if (refused !== undefined) return filled(refused, facts, nameOf)
  return [plain(`was refused: ${callText(facts.call)}`)]
}

const capital = (part: SentencePart): SentencePart =>
  part.kind === null ? { ...part, text: part.text.charAt(0).toUpperCase() + part.text.slice(1) } : part

/** Pieces without a link become one. */
function joined(parts: readonly SentencePart[]): SentencePart[] {
  const whole: SentencePart[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last && last.kind === null && part.kind === null) last.text += part.text
    else whole.push({ ...part })
  }
  return whole
}

/** Every record that an entry names by its id, for which a name may be wanted. */
export function referencesOf(facts: SentenceFacts): Reference[] {
  const known = new Map<string, Reference>()
  const add = (kind: string, value: unknown) => {
    const id = idOf(value)
    if (id !== null) known.set(`${kind} ${id}`, { kind, id })
  }
  for (const { subject, subject_id } of facts.changes) add(subject, subject_id)
  for (const fields of saidIn(facts))
    for (const [name, value] of Object.entries(fields)) {
      const kind = kindOfField(name)
      if (kind) for (const one of Array.isArray(value) ? value.slice(0, MAX_NAMED) : [value]) add(kind, one)
    }
  const own = subjectOf(facts, 'lead')
  const { only } = chosenLeads(facts)
  for (const id of [own, only]) add('lead', id)
  for (const kind of ['lead', 'user', 'team', 'tag']) add(kind, fieldsOf(facts.input).id)
  return [...known.values()]
}

/** Records of one field whose names are looked up. */
const MAX_NAMED = 20
