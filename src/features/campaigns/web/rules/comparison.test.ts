import { describe, expect, it } from 'vitest'
import type { CampaignStatistics, CampaignStep, StepComparison } from '../../contract/records.ts'
import { axisEnd, verdictText, wordingLine } from './comparison.ts'
import { statisticsCsv } from './statisticsCsv.ts'

const none = { sent: 0, replies: 0, rate: null, low: 0, high: 100 }
const a = { sent: 141, replies: 2, rate: 1.4, low: 0.4, high: 5 }
const b = { sent: 145, replies: 5, rate: 3.4, low: 1.5, high: 7.8 }
const of = (more: Partial<StepComparison>): StepComparison => ({
  step_id: 4,
  since: '2026-10-12T13:00:00.000Z',
  a,
  b,
  verdict: 'open',
  leader: 'b',
  needed: 1500,
  ...more,
})

describe('what a comparison says', () => {
  it('is who leads, that it is not sure, and how many more it takes', () => {
    expect(verdictText(of({}))).toBe(
      'B leads, but 286 people are too few to be sure. About 1,500 more would settle it.',
    )
    expect(verdictText(of({ needed: null }))).toBe('B leads, but 286 people are too few to be sure.')
  })

  it('is the better one once it is sure, and nothing of either before', () => {
    expect(verdictText(of({ verdict: 'settled', leader: 'a', needed: null }))).toBe('A gets more replies.')
    expect(verdictText(of({ verdict: 'same', leader: null, needed: null }))).toBe('No difference yet.')
    expect(verdictText(of({ verdict: 'nobody', leader: null, needed: null, a: none, b: none }))).toBe(
      'Nobody has got either wording yet.',
    )
  })

  it('is proved by what came of each', () => {
    expect(wordingLine(a)).toBe('2 of 141 replied · 1.4 %, likely 0.4 to 5 %')
    expect(wordingLine(none)).toBe('Nobody yet')
  })

  it('is drawn on an axis that holds both, and not what nobody got', () => {
    expect(axisEnd(a, b)).toBe(8)
    expect(axisEnd(a, none)).toBe(6)
    expect(axisEnd(none, none)).toBe(2)
    expect(axisEnd({ sent: 1, high: 97 }, b)).toBe(100)
  })
})

describe('the figures as CSV', () => {
  const step = (id: number, name: string) => ({ id, name, step_type: 'auto_email' }) as CampaignStep
  const figures = { delivered: 0, answered: 0, done: 0, refused: 0, failed: 0, unknown: 0, left_out: 0 }
  const statistics = (comparisons: StepComparison[]): CampaignStatistics => ({
    all: 286,
    waiting: 286,
    connected: 0,
    ended: 0,
    unreachable: 0,
    reasons: [],
    not_sent: [],
    steps: [{ step_id: 4, reached: 286, ...figures }],
    comparisons,
    agents: [],
  })

  it('have both wordings of the steps that compare them, and no empty columns otherwise', () => {
    const steps = [step(4, 'Prices'), step(5, 'Later')]
    const [names = '', first = '', second = ''] = statisticsCsv({ steps }, statistics([of({})])).split('\r\n')
    expect(names).toMatch(/Unknown,A sent,A replied,A replied %,A likely from %,A likely to %,B sent,/)
    expect(first).toMatch(/,141,2,1\.4,0\.4,5,145,5,3\.4,1\.5,7\.8$/)
    expect(second).toMatch(/^Later,auto_email,{10}$/)
    expect(statisticsCsv({ steps }, statistics([]))).not.toContain('A sent')
    expect(statisticsCsv({ steps }, statistics([of({ a: none })]))).toContain(',0,0,,,,145,')
  })
})
