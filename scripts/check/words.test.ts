import { expect, test } from 'vitest'
import { wordProblems } from './words.ts'

const problemsOf = (text: string, path = 'src/features/leads/rules.ts') => wordProblems([{ path, text }])

test.each([
  ['const told = 1', '"told": say published, notified or reported.'],
  ['function tellBrowsers() {}', '"tellBrowsers": say publish or notify.'],
  ['const MOST_TAGS = 5', '"MOST_TAGS": say MAX_X.'],
  ['interface SentLetter { id: number }', '"SentLetter": say email, message or character.'],
  ['const rowActs = []', '"rowActs": say actions.'],
  ['const statusWords = {}', '"statusWords": say label, text or format.'],
])('a name with a word that nobody searches for is refused: %s', (text, problem) => {
  expect(problemsOf(text)).toEqual([`src/features/leads/rules.ts:1: ${problem}`])
})

test.each([
  "const text = 'Only who wrote a note may change it.'",
  'const text = `Only who wrote it`',
  'const element = <p>Only who wrote it</p>',
  '// Only who wrote it may change it.',
  "const hint = 'What you learnt'",
  '/** Reads a lead. Who sees all leads reads every one. */',
  '/*\n * Reads a lead.\n * Who\n * sees all leads reads every one.\n */',
])('a sentence that is no English is refused: %s', text => {
  expect(problemsOf(text, 'src/features/leads/web/Lead.tsx')).toHaveLength(1)
})

test.each([
  "import { act } from '@testing-library/react'\nact(() => {})",
  'const { employmentLetter } = profile',
  "const action = 'Who sees this view?'",
  '/** Who is signed in. */',
  'const exact = character',
  "const title = 'Only the author of a note can change it.'",
])('names that others gave, questions and plain English pass: %s', text => {
  expect(problemsOf(text)).toEqual([])
})
