import { type Comment, parseSync } from 'oxc-parser'
import type { SourceFile } from './sources.ts'
import { nodesOf } from './syntax.ts'

/** Parts of names for which the field has a better word. A newcomer searches for the latter and would not find the code. */
const instead: Readonly<Record<string, string>> = {
  tell: 'publish or notify',
  tells: 'publish or notify',
  telling: 'publish or notify',
  told: 'published, notified or reported',
  untold: 'unpublished',
  act: 'action',
  acts: 'actions',
  letter: 'email, message or character',
  letters: 'emails, messages or characters',
  luck: 'random',
  wish: 'options',
  wishes: 'options',
  glimpse: 'preview',
  whence: 'returnPath',
  outgoing: 'offlineQueue',
  shower: 'optimistic patch',
  showers: 'optimistic patches',
  trail: 'breadcrumbs',
  announce: 'publish or notify',
}

/** The same for whole shapes of names. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/^MOST(_|$)/, 'MAX_X'],
  [/^callOrKeep$/, 'callOrQueue'],
  [/^wordsOf$|[a-z]Words$/, 'label, text or format'],
]

/** Names that others gave. */
const given = new Set([
  'act', // React Testing Library.
  'outgoingApplicationSid', // Twilio.
  'employmentLetter', // A field of the rental profile, named by the specification.
])

/** Phrases that are not English, in comments and in what people read. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bOnly who\b/, 'say "Only the person who" or name the role'],
  [/\b(learnt|recognised|organised|licence|honour)\b/, 'use American spelling'],
]

/** "Who <verb>s …" for "whoever" or "the person who"; as a question, or with a form of "be", it is English. */
const whoVerbs = /(?:^|[.;:!] )Who (?!is\b|was\b)[a-z]+s\b[^.?;]*(?<end>[.?;]|$)/g

/** Names and phrases that the glossary of the project rules out, a sentence each with file and line. */
export function wordProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !path.startsWith('scripts/check/words'))
    .flatMap(problemsOf)
}

function problemsOf({ path, text }: SourceFile): string[] {
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const names = new Map<string, number>()
  const texts: { start: number; value: string }[] = commentsOf(path, text)
  for (const node of nodesOf(path, text)) {
    if (node.type === 'Identifier') names.set(node.name, Math.min(node.start, names.get(node.name) ?? node.start))
    else if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string'))
      texts.push({ start: node.start, value: String(node.value) })
    else if (node.type === 'TemplateElement') texts.push({ start: node.start, value: node.value.raw })
  }
  return [
    ...[...names].flatMap(([name, at]) => {
      const better = betterName(name)
      return better ? [`${path}:${lineOf(at)}: "${name}": say ${better}.`] : []
    }),
    ...texts.flatMap(({ start, value }) =>
      phraseProblems(value).map(problem => `${path}:${lineOf(start)}: ${problem}`),
    ),
  ]
}

/** Lines of a comment in one, without their stars. */
const commentsOf = (path: string, text: string): { start: number; value: string }[] =>
  parseSync(path, text).comments.map(({ start, value }: Comment) => ({
    start,
    value: value.replace(/\n\s*\*/g, '').replace(/^[*\s]+/, ''),
  }))

function betterName(name: string): string | null {
  if (given.has(name)) return null
  const shape = shapes.find(([pattern]) => pattern.test(name))
  if (shape) return shape[1]
  const parts = name.split(/[_$\d]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map(part => part.toLowerCase())
  const found = parts.find(part => Object.hasOwn(instead, part))
  return found === undefined ? null : (instead[found] ?? null)
}

function phraseProblems(value: string): string[] {
  const line = value.replace(/\s+/g, ' ').trim()
  const found = phrases.flatMap(([pattern, better]) => {
    const [phrase] = pattern.exec(line) ?? []
    return phrase ? [`"${phrase}": ${better}.`] : []
  })
  const sentences = [...line.matchAll(whoVerbs)].filter(match => match.groups?.end !== '?')
  return [...found, ...sentences.map(([sentence]) => `"${sentence.trim()}": say "Whoever" or "The person who".`)]
}
