import { z } from 'zod'
import { Id, Instant, line } from '../../../platform/wire/fields.ts'
import { EventType } from './events.ts'

/** Our fields, in the order in which screens show them. */
export const mappedFields = [
  'full_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'message',
  'mls_number',
  'address',
  'price',
  'area',
  'project',
  'url',
  'occurred_at',
  'source_event_id',
] as const
export type MappedField = (typeof mappedFields)[number]

/** Where in the JSON of a source our fields are, and what it means that somebody sent it. */
export const FieldMapping = z.object({
  type: EventType.extract(['signed_up', 'contact_agent', 'viewing_requested', 'sell_requested', 'precon_form']),
  fields: z
    .array(
      z.object({
        field: z.enum(mappedFields),
        /** Steps with `/` before each: a name, a place in a list, or `name=value` of the entry of a list that has it. */
        path: line(500).min(1, { error: 'must say where the field is' }),
      }),
    )
    .min(1, { error: 'must map a field' })
    .max(mappedFields.length),
})
export type FieldMapping = z.output<typeof FieldMapping>

/** A stored request of a source, to map from. */
export const MappingSample = z.object({
  id: Id,
  received_at: Instant,
  /** What it holds, value by value. */
  leaves: z.array(z.object({ path: z.string(), value: z.string() })),
})
export type MappingSample = z.output<typeof MappingSample>

/** What a mapping is made from. */
export const MappingSamples = z.object({
  /** The one in force. */
  mapping: FieldMapping.nullable(),
  samples: z.array(MappingSample),
})

/** What a mapping reads of the stored requests of its source. */
export const MappingTrial = z.object({
  read: z.int(),
  total: z.int(),
  /** Those that were refused, and that it reads: they are replayed when it is saved. */
  waiting: z.int(),
  requests: z.array(
    z.object({
      id: Id,
      received_at: Instant,
      /** Whom it finds, or why it finds nobody. */
      says: z.string(),
      is_read: z.boolean(),
    }),
  ),
})
export type MappingTrial = z.output<typeof MappingTrial>
