import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_LINES, planPaste, readPaste } from './paste.ts'

const pathsOf = (text: string) => readPaste(text).areas.map(({ path }) => path.join(' › '))

describe('a pasted list of areas', () => {
  it('is read by how far its lines are indented, with spaces, tabs or dashes', () => {
    expect(pathsOf('Hamilton\n  Lower City\n    Durand\n  Dundas\n\nAjax')).toEqual([
      'Hamilton',
      'Hamilton › Lower City',
      'Hamilton › Lower City › Durand',
      'Hamilton › Dundas',
      'Ajax',
    ])
    expect(pathsOf('Hamilton\n\t- Dundas')).toEqual(['Hamilton', 'Hamilton › Dundas'])
  })

  it.each([['\t'], [';'], [',']])('is read by its columns, parted by %j', separator => {
    expect(pathsOf(['Hamilton', '"Lower City"', 'Durand'].join(separator))).toEqual(['Hamilton › Lower City › Durand'])
  })

  it('says which line lies too deep, lies in nothing or is too long', () => {
    const { problems } = readPaste(`A,B,C,D\n,B\n${'x'.repeat(81)},B`)
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3])
    expect(problems[0]?.said).toMatch(/too deep/)
    expect(problems[1]?.said).toMatch(/Lies in nothing/)
  })

  it('is refused beyond some thousand lines', () => {
    expect(readPaste('Ajax\n'.repeat(MAX_LINES + 1)).problems).toHaveLength(1)
  })

  it('adds what is new, once, and what it lies in first', () => {
    const areas = [
      { id: 1, name: 'Hamilton', parent_id: null },
      { id: 2, name: 'Dundas', parent_id: 1 },
    ]
    const { areas: pasted } = readPaste('hamilton,DUNDAS,Creighton\nHamilton,Dundas,Creighton\nAjax')
    expect(planPaste(areas, pasted)).toEqual({ added: [['hamilton', 'DUNDAS', 'Creighton'], ['Ajax']], known: 2 })
  })

  it('never fails, whatever somebody pastes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), text => {
        for (const { path } of readPaste(text).areas) expect(path.every(name => name !== '')).toBe(true)
      }),
    )
  })
})
