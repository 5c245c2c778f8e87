import type { NamedCall } from '../../platform/server/feature.ts'
import type { CallRights, FeatureRights } from '../../testing/rights.ts'
import { product } from '../features.server.ts'

const files = import.meta.glob<{ rights: FeatureRights }>('../../features/*/rights.ts', { eager: true })

/** Who may ask what: the file of each table of calls, and what stands in it. */
const known = new Map(
  Object.entries(files).map(([file, { rights }]) => [
    rights.calls,
    { file: file.replace('../../', 'src/'), rows: rights.rows },
  ]),
)

/** What the feature says of one of its calls; throws where it says nothing, and names the file. */
export function rightsOf({ feature: name, call }: Pick<NamedCall, 'feature' | 'call'>): CallRights {
  const calls = product.features.find(feature => feature.name === name)?.calls ?? {}
  const found = known.get(calls)
  if (!found) throw new Error(`The feature ${name} has no rights.ts, so nobody knows who may make its calls.`)
  const [key = ''] = Object.entries(calls).find(([, each]) => each === call) ?? []
  const row = found.rows[key]
  if (!row) throw new Error(`${name}.${key} has no row in ${found.file}.`)
  return row
}
