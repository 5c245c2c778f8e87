import { isTest, type SourceFile } from './sources.ts'
import { nodesOf } from './syntax.ts'
import { tiers } from './tiers.ts'

/** Names of features that are words of every program as well. */
const common = new Set([
  'search',
  'settings',
  'email',
  'calendar',
  'maintenance',
  'admin',
  'reports',
  'audit',
  'templates',
])
const features = new Set(tiers.flat().filter(name => !common.has(name)))

/** What only this product knows: where it is, what its brands are called, where its homes come from. */
const knownToProduct: readonly RegExp[] = [
  /\bToronto\b/,
  /\bCanada\b|\bCAD\b|en-CA/,
  /\bMLS\b|\bMLS_/,
  /\b(condos|mrloft)(\b|_)/i,
  /^property(_live)?$/,
]

/** Files of the platform that name a feature or know the product, a sentence each. */
export function platformProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^src\/platform\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      textsOf({ path, text }).flatMap(({ start, value }) => {
        const at = `${path}:${text.slice(0, start).split('\n').length}`
        if (features.has(value)) return [`${at}: '${value}' is a feature; the platform knows none.`]
        const [word] = knownToProduct.flatMap(pattern => pattern.exec(value)?.[0] ?? [])
        return word === undefined ? [] : [`${at}: "${word}" is of this product: the app hands it in.`]
      }),
    )
}

/** Texts of the code and names of its fields. */
const textsOf = ({ path, text }: SourceFile): { start: number; value: string }[] =>
  [...nodesOf(path, text)].flatMap(node => {
    if (node.type === 'Literal' && typeof node.value === 'string') return { start: node.start, value: node.value }
    if (node.type === 'TemplateElement') return { start: node.start, value: node.value.raw }
    if (node.type === 'JSXText') return { start: node.start, value: node.value }
    return node.type === 'Identifier' ? { start: node.start, value: ` ${node.name} ` } : []
  })
