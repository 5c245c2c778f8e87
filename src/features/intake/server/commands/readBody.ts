import { createHash } from 'node:crypto'
import { type ReadEvents, readEvents } from '../../rules/events.ts'
import { readGoogleLead } from '../../rules/leadForms.ts'
import { notMapped, readMapped } from '../../rules/mapping.ts'
import type { KnownSource } from '../queries/sources.ts'
import { parsedForeign, parsedJson } from './json.ts'

const digestOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** What a body of JSON holds, in the way of its source. Throws `NoEvents` when it holds nothing at all. */
export function readBody(
  { kind, mapping }: Pick<KnownSource, 'kind' | 'mapping'>,
  text: string,
  now: Date,
): ReadEvents {
  if (kind === 'google_ads') return readGoogleLead(parsedForeign(text), now)
  if (kind !== 'mapped') return readEvents(parsedJson(text))
  return mapping ? readMapped(mapping, parsedForeign(text), { now, digest: digestOf }) : notMapped()
}

/** What a mapping reads of a stored body. */
export const readByMapping = (mapping: KnownSource['mapping'], text: string, now: Date): ReadEvents =>
  readBody({ kind: 'mapped', mapping }, text, now)
