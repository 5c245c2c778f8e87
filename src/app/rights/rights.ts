import type { NamedCall, ServerFeature } from '../../platform/server/feature.ts'
import type { CallRights, FeatureRights } from '../../testing/rights.ts'

/** What the rights.ts of features say, by the path of the file. */
export type RightsFiles = Readonly<Record<string, { rights: FeatureRights }>>

/** The rights.ts of every feature. */
export const rightsFiles: RightsFiles = import.meta.glob<{ rights: FeatureRights }>('/src/features/*/rights.ts', {
  eager: true,
})

/** What its feature says of a call; throws where it says nothing, and names the file. */
export function rightsOf(
  { feature: name, call }: Pick<NamedCall, 'feature' | 'call'>,
  features: readonly ServerFeature[],
  files: RightsFiles = rightsFiles,
): CallRights {
  const calls = features.find(feature => feature.name === name)?.calls ?? {}
  const [key = ''] = Object.entries(calls).find(([, each]) => each === call) ?? []
  const [path, file] = Object.entries(files).find(([, { rights }]) => rights.calls === calls) ?? []
  if (!file) throw new Error(`${name}.${key}: the feature ${name} has no rights.ts.`)
  const row = file.rights.rows[key]
  if (!row) throw new Error(`${name}.${key} has no row in ${path?.replace(/^\//, '')}.`)
  return row
}
