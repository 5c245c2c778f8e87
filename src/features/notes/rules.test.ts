import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayChangeNote, mayMean, mentionBeingTyped, noteParts, stillMentioned } from './rules.ts'

const ann = { id: 1, name: 'Ann Lee' }
const short = { id: 2, name: 'Ann' }

describe('mentions in the words of a note', () => {
  it('are found by whole names, the longer one first', () => {
    expect(noteParts('Ask @Ann Lee or @Ann.', [short, ann])).toEqual([
      { text: 'Ask ', isMention: false },
      { text: '@Ann Lee', isMention: true },
      { text: ' or ', isMention: false },
      { text: '@Ann', isMention: true },
      { text: '.', isMention: false },
    ])
  })

  it('never lose a character of the note', () => {
    const words = fc.array(fc.constantFrom('@Ann Lee', '@Ann', '@', ' ', 'é', '🙂', 'x')).map(parts => parts.join(''))
    fc.assert(
      fc.property(words, text => {
        const parts = noteParts(text, [ann, short])
        expect(parts.map(part => part.text).join('')).toBe(text)
      }),
    )
  })

  it('may mean whoever has what is typed in their name, without regard to case and accents', () => {
    expect(mayMean('helene r', { id: 3, name: 'Hélène Roy' })).toBe(true)
    expect(mayMean('', ann)).toBe(true)
    expect(mayMean('lea', ann)).toBe(false)
  })

  it('end when the name is rubbed out', () => {
    expect(stillMentioned('Ask @Ann Lee', [ann])).toEqual([ann])
    expect(stillMentioned('Ask Ann', [ann])).toEqual([])
  })

  it.each([
    ['Ask @an', 7, { from: 4, search: 'an' }],
    ['@', 1, { from: 0, search: '' }],
    ['Ask @Ann Le', 11, { from: 4, search: 'Ann Le' }],
    ['mail@ann', 8, null],
    ['Ask @ann now then', 17, null],
  ])('are being typed in %j', (words, caret, expected) => {
    expect(mentionBeingTyped(words, caret)).toEqual(expected)
  })
})

describe('who may change a note', () => {
  const note = { author: ann, on_behalf_of: null }
  it('is its author, or whoever sees all leads', () => {
    expect(mayChangeNote(note, { user_id: 1, seesAll: false })).toBe(true)
    expect(mayChangeNote(note, { user_id: 2, seesAll: false })).toBe(false)
    expect(mayChangeNote(note, { user_id: 2, seesAll: true })).toBe(true)
  })
  it('is the person as whom somebody acted', () => {
    expect(mayChangeNote({ author: ann, on_behalf_of: short }, { user_id: 2, seesAll: false })).toBe(true)
  })
  it('is anybody, when it came without an author', () => {
    expect(mayChangeNote({ author: null, on_behalf_of: null }, { user_id: 9, seesAll: false })).toBe(true)
  })
})
