import type { DemoPart } from '../../platform/demo/part.ts'
import type { ServerFeature } from '../../platform/server/feature.ts'

/** What the demo has of the features, in the order of the features. */
export async function demoParts(features: readonly ServerFeature[]): Promise<DemoPart[]> {
  const loaded = await Promise.all(features.map(feature => feature.demo?.()))
  return loaded.flatMap(part => part?.demo ?? [])
}
