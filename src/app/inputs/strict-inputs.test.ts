import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { coerce, fieldErrorsOf } from '../../platform/server/calls/decode.ts'
import { strictInput } from '../../platform/server/calls/strict.ts'
import { allCalls } from '../../platform/server/feature.ts'
import { product } from '../features.server.ts'

const UNKNOWN = 'nobody_knows_this'

interface Probe {
  /** Where the unknown field is. */
  field: string
  /** The field as a refusal names it: of one of several forms, only the field that has them is named. */
  named: string
  /** It is in one of several forms, whose refusal may name a field further inside. */
  isOneOf?: boolean
  value: unknown
}

/** Every place of a schema where an object can be, with an unknown field in it. */
function probesOf(schema: z.core.$ZodType): Probe[] {
  const definition = (schema as z.core.$ZodTypes)._zod.def
  const under = (name: string, inner: z.core.$ZodType, wrap: (value: unknown) => unknown): Probe[] =>
    probesOf(inner).map(({ field, named, value, ...rest }) => ({
      ...rest,
      field: `${name}.${field}`,
      named: named === '' ? name : `${name}.${named}`,
      value: wrap(value),
    }))
  switch (definition.type) {
    case 'object':
      return [
        { field: UNKNOWN, named: UNKNOWN, value: { [UNKNOWN]: '1' } },
        ...Object.entries(definition.shape).flatMap(([name, inner]) =>
          under(name, inner, value => ({ [name]: value })),
        ),
      ]
    case 'array':
      return under('0', definition.element, value => [value])
    case 'record':
      return under('key', definition.valueType, value => ({ key: value }))
    case 'tuple':
      return definition.items.flatMap((item, at) =>
        under(String(at), item, value => [...definition.items.slice(0, at).map(() => null), value]),
      )
    case 'union':
      return definition.options.flatMap(probesOf).map(probe => ({ ...probe, named: '', isOneOf: true }))
    case 'pipe':
      return [
        ...probesOf(definition.in),
        // JSON that travels as text.
        ...probesOf(definition.out).map(probe => ({ ...probe, value: JSON.stringify(probe.value) })),
      ]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return probesOf(definition.innerType)
    default:
      return []
  }
}

const probes = allCalls(product.features).flatMap(({ name, call }) =>
  probesOf(call.input ?? strictInput(call)).map(probe => ({ name, call, ...probe })),
)

describe('what the calls take', () => {
  it('refuses a field that nobody knows by its name, at every depth of every call', () => {
    const passed = probes.filter(({ call, named, isOneOf, value }) => {
      const schema = strictInput(call)
      const { error } = schema.safeParse(coerce(schema, value))
      const refused = error ? Object.keys(fieldErrorsOf(error)) : []
      return !refused.some(field => field === named || (isOneOf && field.startsWith(`${named}.`)))
    })
    expect(passed.map(({ name, field }) => `${name}: ${field}`)).toEqual([])
  })

  it('was asked about the filters of every list, bulk change and export, and about JSON in texts', () => {
    const asked = probes.map(({ name, field }) => `${name}: ${field}`)
    for (const one of ['leads.list: score', 'exports.create: createdDate', 'leads.create: areas.0'])
      expect(asked).toContain(`${one}.${UNKNOWN}`)
  })
})
