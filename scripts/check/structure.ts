import { tiers } from './tiers.ts'

const meaningless = ['index', 'utils', 'helpers', 'common', 'types', 'constants', 'service', 'manager']

/** What a feature may hold, with `*` for a file of a folder that was split; tests stand beside what they test. */
const vocabulary: readonly RegExp[] = [
  /^(contract|rules|events|demo|rights)\.ts$/,
  /^contract\/[a-z][a-zA-Z0-9-]*\.ts$/,
  /^demo\/[a-z][a-zA-Z0-9-]*\.ts$/,
  /^rules\/[a-z][a-zA-Z0-9-]*\.ts$/,
  /^server\/(feature|config|handlers|queries|commands|jobs|remote|webhooks|listeners)\.ts$/,
  /^server\/(handlers|queries|commands|jobs|remote|webhooks|listeners)\/[a-z][a-zA-Z0-9-]*\.ts$/,
  // Written by a script from the markup beside it.
  /^server\/emails\/[a-z][a-zA-Z0-9]*\.gen\.ts$/,
  /^web\/(client\.ts|pieces\.tsx)$/,
  // What a screen decides or remembers, without markup.
  /^web\/([a-z][a-z0-9-]*\/)?[a-z][a-zA-Z0-9]*\.ts$/,
  /^web\/([a-z][a-z0-9-]*\/)?[A-Z][A-Za-z0-9]*\.(tsx|module\.css)$/,
]
const testOf = /^((server|web)\/)?([a-z-]+\/)?[A-Za-z0-9-]+(\.db)?\.test\.tsx?$/

/** What is wrong with where files are and how they are called, a sentence each. */
export function structureProblems(paths: readonly string[]): string[] {
  return [
    ...paths.flatMap(meaninglessName),
    ...paths.flatMap(unknownToFeatures),
    ...paths.flatMap(unknownToScreens),
    ...featuresWithoutTier(paths),
    ...withoutManifest(paths),
    ...crowdedFolders(paths),
    ...filesBesideTheirFolder(paths),
  ]
}

/** A folder is a room: what does not fit in one glance wants folders by what one sees. */
const MAX_ENTRIES = 25

function crowdedFolders(paths: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>()
  for (const path of paths.filter(path => path.startsWith('src/'))) {
    const parts = path.split('/')
    parts.slice(1).forEach((entry, depth) => {
      const folder = parts.slice(0, depth + 1).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(entry))
    })
  }
  return [...entries]
    .filter(([folder, inside]) => folder !== 'src/features' && inside.size > MAX_ENTRIES)
    .map(([folder, { size }]) => `${folder} has ${size} entries, more than ${MAX_ENTRIES}: give it rooms.`)
}

/** `rules.ts` beside `rules/` makes everybody look in both. */
function filesBesideTheirFolder(paths: readonly string[]): string[] {
  const folders = new Set(paths.map(path => path.slice(0, path.lastIndexOf('/'))))
  return paths
    .filter(path => /^src\/features\/.*\.tsx?$/.test(path) && folders.has(path.replace(/\.tsx?$/, '')))
    .map(path => `${path} stands beside a folder of its name: it goes into the folder.`)
}

function meaninglessName(path: string): string[] {
  const text = path.split('/').map(part => part.split('.')[0] ?? '')
  const found = text.find(word => meaningless.includes(word))
  return found ? [`${path}: "${found}" says nothing; name it by what it holds.`] : []
}

function unknownToFeatures(path: string): string[] {
  const [, inside] = /^src\/features\/[^/]+\/(.+)$/.exec(path) ?? []
  if (inside === undefined || testOf.test(inside) || vocabulary.some(pattern => pattern.test(inside))) return []
  return [`${path}: a feature holds no such file (the list is in ARCHITECTURE.md).`]
}

/** A screen is flat, or has folders by what one sees; each is wired by its `feature.ts`. */
const screenFile = /^[a-z][a-z0-9-]*\/([a-z][a-z0-9-]*\/)?([a-z][a-zA-Z0-9]*\.ts|[A-Z][A-Za-z0-9]*\.(tsx|module\.css))$/

function unknownToScreens(path: string): string[] {
  const [, inside] = /^src\/screens\/(.+)$/.exec(path) ?? []
  if (inside === undefined || /\.test\.tsx?$/.test(inside) || screenFile.test(inside)) return []
  return [`${path}: a screen holds no such file (the list is in ARCHITECTURE.md).`]
}

/** A browser's side that nothing wires would be silently absent. */
function withoutManifest(paths: readonly string[]): string[] {
  const known = new Set(paths)
  const folders = new Set(paths.flatMap(path => /^src\/(features\/[^/]+\/web|screens\/[^/]+)\//.exec(path)?.[0] ?? []))
  return [...folders]
    .filter(folder => !known.has(`${folder}feature.ts`))
    .map(folder => `${folder}feature.ts is missing: it says how the browser's side is wired.`)
}

function featuresWithoutTier(paths: readonly string[]): string[] {
  const named = new Set(paths.flatMap(path => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? []))
  return [...named]
    .filter(name => !tiers.flat().includes(name))
    .map(name => `src/features/${name}: the feature has no tier in scripts/check/tiers.ts.`)
}
