import { z } from 'zod'
import type { Call } from '../../wire/call.ts'

type Definition = z.core.$ZodTypes['_zod']['def']

/** Strict forms by what they were made of: many calls share the same parts, such as the filters of leads. */
const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * What a call takes, refusing unknown fields at every depth. An unknown field that is dropped in silence is dangerous: a
 * filter of which nothing is left matches everybody.
 */
export const strictInput = (call: Pick<Call, 'input'>): z.ZodObject => strict(call.input ?? z.object({})) as z.ZodObject

/**
 * The same schema with every object in it strict, also inside lists, unions and JSON that travels as text. An object that
 * was declared with `z.looseObject` or a catch-all stays as it is. Throws for a kind of schema that it does not know how
 * to look into, so that nothing passes unseen.
 */
export function strict(schema: z.core.$ZodType): z.core.$ZodType {
  const made = known.get(schema)
  if (made) return made
  const definition = strictDefinition((schema as z.core.$ZodTypes)._zod.def)
  const result = definition ? z.core.clone(schema, definition as never, { parent: true }) : schema
  known.set(schema, result)
  return result
}

const strictShape = (shape: z.core.$ZodShape): z.core.$ZodShape =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, strict(field)]))

/** The definition with strict parts; `null` where a schema has none. */
function strictDefinition(definition: Definition): object | null {
  switch (definition.type) {
    case 'object':
      return { ...definition, shape: strictShape(definition.shape), catchall: definition.catchall ?? z.never() }
    case 'array':
      return { ...definition, element: strict(definition.element) }
    case 'union':
      return { ...definition, options: definition.options.map(strict) }
    case 'record':
      return { ...definition, valueType: strict(definition.valueType) }
    case 'tuple':
      return { ...definition, items: definition.items.map(strict), rest: definition.rest && strict(definition.rest) }
    case 'pipe':
      return { ...definition, in: strict(definition.in), out: strict(definition.out) }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return { ...definition, innerType: strict(definition.innerType) }
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
    case 'transform':
    case 'never':
      return null
    default:
      throw new Error(
        `The input of a call cannot hold a schema of type "${definition.type}": what is in it is not checked.`,
      )
  }
}
