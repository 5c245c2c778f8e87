import type { AuditRevert, AuditTexts, NamesOf, RevertedEntry } from '../../../platform/server/auditTexts.ts'
import type { ReadContext, Viewer, WriteContext } from '../../../platform/server/context.ts'
import { conflict } from '../../../platform/server/errors.ts'
import type { ServerFeature } from '../../../platform/server/feature.ts'
import type { Right } from '../../../platform/wire/call.ts'
import type { Page } from '../../../platform/wire/page.ts'
import type { AuditEntry } from '../contract.ts'
import { type Reference, referencesOf, type SentenceFacts, sentenceOf } from '../rules.ts'

type Sentence = NonNullable<AuditTexts['sentences']>[string]

const sentences = new Map<string, Sentence>()
const names = new Map<string, NamesOf>()
/** How calls are taken back, with the right that they need themselves. */
const reverts = new Map<string, { revert: AuditRevert; right: Right }>()

/** Learns from all features how their acts read and how their records are named. */
export function gatherAuditTexts(features: readonly ServerFeature[]): void {
  for (const { name: feature, audit, calls } of features) {
    // Jobs stand in the log by their own name, calls behind that of their feature.
    for (const [name, sentence] of Object.entries(audit?.sentences ?? {}))
      sentences.set(name in calls ? `${feature}.${name}` : name, sentence)
    for (const [name, revert] of Object.entries(audit?.reverts ?? {})) {
      const call = calls[name]
      if (!call) throw new Error(`${feature} says how ${name} is reverted, which is no call of it.`)
      reverts.set(`${feature}.${name}`, { revert, right: call.right })
    }
    for (const [kind, namesOf] of Object.entries(audit?.names ?? {})) names.set(kind, namesOf)
  }
}

/** An entry as it is stored. */
export type StoredEntry = Omit<AuditEntry, 'sentence' | 'names' | 'can_revert'>

const factsOf = ({ call, outcome, actor, input, changes, request_id, address }: StoredEntry): SentenceFacts => ({
  call,
  outcome,
  actor,
  is_request: request_id !== null || address !== null,
  input,
  changes: changes ?? [],
})

/** Entries with a sentence each; what the reader may not see has no name in it. */
export async function withSentences(ctx: ReadContext, { data, ...page }: Page<StoredEntry>): Promise<Page<AuditEntry>> {
  return { ...page, data: await explained(ctx, data) }
}

async function explained(ctx: ReadContext, entries: readonly StoredEntry[]): Promise<AuditEntry[]> {
  const references = entries.map(entry => referencesOf(factsOf(entry)))
  const known = await namesOf(ctx, references.flat())
  const nameOf = ({ kind, id }: Reference) => known.get(kind)?.get(id) ?? null
  return entries.map((entry, index) => ({
    ...entry,
    can_revert: reverterOf(ctx.viewer, entry) !== null,
    sentence: sentenceOf(factsOf(entry), sentences.get(entry.call), nameOf),
    names: (references[index] ?? []).flatMap(reference => {
      const name = nameOf(reference)
      return name === null ? [] : [{ ...reference, name }]
    }),
  }))
}

const HEADINGS = ['When', 'Who', 'Logged in as', 'What', 'Action', 'Outcome', 'Record', 'Address', 'Device', 'Request']

/** The lines of a file of entries: headings, then an entry each. */
export async function* auditLines(
  ctx: ReadContext,
  batches: AsyncIterable<readonly StoredEntry[]>,
): AsyncGenerator<(string | null)[]> {
  yield [...HEADINGS, 'Changes']
  for await (const batch of batches)
    for (const one of await explained(ctx, batch))
      yield [
        one.at,
        one.actor?.name ?? null,
        one.acting_as?.name ?? null,
        one.sentence.map(({ text }) => text).join(''),
        one.call,
        one.outcome,
        [one.subject, one.subject_id].filter(part => part !== null).join(' '),
        one.address,
        one.user_agent,
        one.request_id,
        one.changes && JSON.stringify(one.changes),
      ]
}

/** A change of more records is not put back one by one: it has an undo of its own. */
const MAX_REVERTED = 200
/** Longer texts were cut when they were written down. */
const MAX_TEXT = 4000

const isCut = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length > MAX_TEXT
    : typeof value === 'object' && value !== null && Object.values(value).some(isCut)

/** How an entry is taken back; `null` when it cannot be, or not by this person. */
function reverterOf({ rights }: Viewer, { call, outcome, changes }: StoredEntry): AuditRevert | null {
  const known = reverts.get(call)
  if (!known || outcome !== 'done' || !changes || changes.length > MAX_REVERTED) return null
  return rights.has(known.right) && !changes.some(({ before }) => isCut(before)) ? known.revert : null
}

/** Takes an entry back. */
export async function revertEntry(ctx: WriteContext, entry: StoredEntry): Promise<void> {
  const revert = reverterOf(ctx.viewer, entry)
  if (!revert) throw conflict('This entry cannot be reverted.')
  await revert(ctx, { input: entry.input, changes: (entry.changes ?? []) as RevertedEntry['changes'] })
}

async function namesOf(
  ctx: ReadContext,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const kinds = [...Map.groupBy(references, ({ kind }) => kind)]
  const found = await Promise.all(
    kinds.map(async ([kind, some]) => {
      const ids = [...new Set(some.map(({ id }) => id))]
      return [kind, (await names.get(kind)?.(ctx, ids)) ?? new Map<number, string>()] as const
    }),
  )
  return new Map(found)
}
