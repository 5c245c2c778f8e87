import { describe, expect, test } from 'vitest'
import { digitsOf, markedPieces } from './marks.ts'

const marksIn = (text: string, query: string) =>
  markedPieces(text, query)
    .map(piece => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

describe('what a search marks in a hit', () => {
  test.each([
    ['(416) 555-0147', '0147', '(416) 555-[0147]'],
    ['(416) 555-0147', '550147', '(416) 5[55-0147]'],
    ['(555) 555-1555', '555', '(555) 555-1[555]'],
    ['omar0147@mail.test', '0147', 'omar[0147]@mail.test'],
    ['(416) 555-0147', '0148', '(416) 555-0147'],
  ])('digits, however the number is written: %s, %s', (text, query, marked) => {
    expect(marksIn(text, query)).toBe(marked)
  })

  test.each([
    ['Malton · $850,000', 'mal', '[Mal]ton · $850,000'],
    ['12 King St W, Toronto', 'king toronto', '12 [King] St W, [Toronto]'],
    ['Élise Tremblay', 'elise', '[Élise] Tremblay'],
    ['Mississauga', 'ss', 'Mi[ss]i[ss]auga'],
  ])('words, in any case and without accents: %s, %s', (text, query, marked) => {
    expect(marksIn(text, query)).toBe(marked)
  })

  test('digits are what looks like a number, from three on', () => {
    expect(['0147', '(416) 555', '12', '12 King', ''].map(digitsOf)).toEqual(['0147', '416555', null, null, null])
  })
})
