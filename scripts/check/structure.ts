import { tiers } from './tiers.ts'

const meaningless = ['index', 'utils', 'helpers', 'common', 'types', 'constants', 'service', 'manager']

/** What a feature may hold, with `*` for a file of a folder that was split; tests stand beside what they test. */
const vocabulary: readonly RegExp[] = [
  /^(contract|rules|events)\.ts$/,
  /^contract\/[a-z][a-zA-Z0-9-]*\.ts$/,
  /^rules\/[a-z][a-zA-Z0-9-]*\.ts$/,
  /^server\/(handlers|queries|commands|jobs|remote|webhooks|listeners)\.ts$/,
  /^server\/(handlers|queries|commands|jobs|remote|webhooks|listeners)\/[a-z][a-zA-Z0-9-]*\.ts$/,
  /^web\/(client\.ts|pieces\.tsx)$/,
  // What a screen decides or remembers, without markup.
  /^web\/([a-z][a-z0-9-]*\/)?[a-z][a-zA-Z0-9]*\.ts$/,
  /^web\/([a-z][a-z0-9-]*\/)?[A-Z][A-Za-z0-9]*\.(tsx|module\.css)$/,
]
const testOf = /^((server|web)\/)?([a-z-]+\/)?[A-Za-z0-9-]+(\.db)?\.test\.tsx?$/

/** What is wrong with where files are and how they are called, a sentence each. */
export function structureProblems(paths: readonly string[]): string[] {
  return [...paths.flatMap(meaninglessName), ...paths.flatMap(unknownToFeatures), ...featuresWithoutTier(paths)]
}

function meaninglessName(path: string): string[] {
  const words = path.split('/').map(part => part.split('.')[0] ?? '')
  const found = words.find(word => meaningless.includes(word))
  return found ? [`${path}: "${found}" says nothing; name it by what it holds.`] : []
}

function unknownToFeatures(path: string): string[] {
  const [, inside] = /^src\/features\/[^/]+\/(.+)$/.exec(path) ?? []
  if (inside === undefined || testOf.test(inside) || vocabulary.some(pattern => pattern.test(inside))) return []
  return [`${path}: a feature holds no such file (the list is in ARCHITECTURE.md).`]
}

function featuresWithoutTier(paths: readonly string[]): string[] {
  const named = new Set(paths.flatMap(path => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? []))
  return [...named]
    .filter(name => !tiers.flat().includes(name))
    .map(name => `src/features/${name}: the feature has no tier in scripts/check/tiers.ts.`)
}
