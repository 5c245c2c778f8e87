import { describe, expect, it } from 'vitest'
import type { TreeArea } from './tree.ts'
import { listBack, questionBack, type RecordedArea, type RecordedMerge, undoPlan } from './undoing.ts'

const area = (id: number, name: string, parent_id: number | null = null): TreeArea => ({ id, name, parent_id })
const was = (id: number, name: string, parent_id: number | null, into_id: number | null): RecordedArea => ({
  id,
  name,
  parent_id,
  into_id,
  type: 'sublocality',
})

/** Scarborough with Guildwood and the Annex, merged into Old Toronto, which had an Annex of its own. */
const merge: RecordedMerge = {
  area_id: 4,
  name: 'Scarborough',
  into: 'Old Toronto',
  areas: [was(7, 'the annex', 4, 3), was(5, 'Guildwood', 4, null), was(4, 'Scarborough', 1, 2)],
}
const after = [area(1, 'Toronto'), area(2, 'Old Toronto', 1), area(3, 'The Annex', 2), area(5, 'Guildwood', 2)]
const laterMerge = (from: number, into: number): RecordedMerge => ({
  area_id: from,
  name: `Area ${from}`,
  into: `Area ${into}`,
  areas: [was(from, `Area ${from}`, null, into)],
})

describe('the tree after the undo of a merge', () => {
  it('has the merged area back, then what lay in it, and what was moved', () => {
    const plan = undoPlan(after, merge)
    expect(plan.problem).toBeNull()
    expect(plan.back.map(({ id, parent_id }) => [id, parent_id])).toEqual([
      [4, 1],
      [7, 4],
    ])
    expect(plan.moves).toEqual([{ id: 5, parent_id: 4 }])
  })

  it('leaves what was moved elsewhere since', () => {
    const elsewhere = after.map(one => (one.id === 5 ? { ...one, parent_id: 1 } : one))
    expect(undoPlan(elsewhere, merge)).toMatchObject({ problem: null, moves: [] })
  })

  it('is refused where the name was given to another area, or would be there twice', () => {
    expect(undoPlan([...after, area(9, 'SCARBOROUGH', 1)], merge).problem).toBe('“Toronto” has “SCARBOROUGH” already.')
    const renamed = after.map(one => (one.id === 5 ? { ...one, name: 'The Annex' } : one))
    expect(undoPlan(renamed, merge).problem).toBe('“Scarborough” has “the annex” already.')
  })

  it('is refused where what it lay in came to lie in what it had', () => {
    const turned = [area(5, 'Guildwood', 2), area(2, 'Old Toronto'), area(3, 'The Annex', 2), area(1, 'Toronto', 5)]
    expect(undoPlan(turned, merge).problem).toMatch(/lies in|too deep|nothing lies in/)
  })

  it('waits for the undo of a later merge that took away what it needs, or that has the same target', () => {
    const first = 'was merged into “Area 9” after that. Undo that merge first.'
    expect(undoPlan(after, merge, [laterMerge(2, 9)]).problem).toContain(`“Area 2” ${first}`)
    expect(undoPlan(after, merge, [laterMerge(5, 9)]).problem).toContain(`“Area 5” ${first}`)
    expect(undoPlan(after, merge, [laterMerge(1, 9), laterMerge(3, 9)]).problem).toContain(`“Area 3” ${first}`)
    expect(undoPlan(after, merge, [laterMerge(8, 2)]).problem).toContain('“Area 8” was merged into “Area 2”')
    expect(undoPlan(after, merge, [laterMerge(8, 9)]).problem).toBeNull()
  })
})

describe('a list of areas after the undo of a merge', () => {
  const pairs = [
    { from: 10, into: 20 },
    { from: 11, into: 20 },
    { from: 12, into: 22 },
  ]

  it('is exactly as it was when nobody changed it', () => {
    expect(listBack([1, 20, 2], { had: [1, 10, 2, 20], written: [1, 20, 2] }, pairs)).toEqual([1, 10, 2, 20])
  })

  it('has the merged area where the other stands, when it was changed since', () => {
    expect(listBack([20, 3], { had: [1, 10], written: [1, 20] }, pairs)).toEqual([10, 3])
    expect(listBack([20, 3], { had: [10, 11], written: [20] }, pairs)).toEqual([10, 11, 3])
  })

  it('has both when both were there before', () => {
    expect(listBack([3, 20], { had: [20, 10], written: [20] }, pairs)).toEqual([3, 20, 10])
  })

  it('stays when the other area is gone from it, or the merged one was added again', () => {
    expect(listBack([3], { had: [10], written: [20] }, pairs)).toBeNull()
    expect(listBack([20, 10], { had: [10], written: [20] }, pairs)).toBeNull()
  })

  it('comes back although only some of its areas had been replaced yet', () => {
    expect(listBack([20, 12, 3], { had: [10, 12], written: [20, 12] }, pairs)).toEqual([10, 12, 3])
  })
})

describe('a kept question after the undo of a merge', () => {
  it('is as it was when it is still what the merge wrote, and stays when somebody changed it', () => {
    const kept = { had: { a: 10 }, written: { a: 20 } }
    expect(questionBack({ a: 20 }, kept)).toEqual({ a: 10 })
    expect(questionBack({ a: 20, b: 1 }, kept)).toBeNull()
  })
})
