import { expect, it } from 'vitest'
import { runsOf } from './runs.ts'
import { sliceOf } from './typefaces.ts'

const parts = (text: string) => runsOf(text, sliceOf).map(({ slice, text: written }) => [slice.family, written])

it('a text is cut where its script changes, and spaces stay with the words of one script', () => {
  expect(parts('Receipt for محمد علی, 2 pages')).toEqual([
    ['inter', 'Receipt for '],
    ['noto-sans-arabic', 'محمد علی'],
    ['inter', ', 2 pages'],
  ])
})

it('what joins characters stays between them, and what only directs a text is left out', () => {
  expect(parts('می\u200cخواهم')).toEqual([['noto-sans-arabic', 'می\u200cخواهم']])
  expect(parts('\u202bשלום\u202c\u0000')).toEqual([['noto-sans-hebrew', 'שלום']])
})

it('a character and its marks are one where there is one, and line ends are spaces', () => {
  expect(
    parts('Nguye\u0302\u0303n\nA')
      .map(([, text]) => text)
      .join(''),
  ).toBe('Nguyễn A')
})
